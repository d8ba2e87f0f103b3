"""What Claude Code starts: ``python -I -S stub.py``. Without ``site`` we say ourselves where our package lies."""

import os
import sys

try:
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    from cogmem.hooks.entry import main

    main()
finally:
    os._exit(0)
