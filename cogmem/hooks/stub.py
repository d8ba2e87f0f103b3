"""What Claude Code starts: ``python -I -S /…/cogmem/hooks/stub.py``. Without ``site`` we say where our package lies.

This file is compiled anew each time: what there is to do is elsewhere.
"""

import sys

try:
    sys.path.append(__file__.replace("\\", "/").rsplit("/", 3)[0])
    import cogmem.hooks.light  # noqa: F401
    from cogmem.hooks.entry import main

    main()
finally:
    import os

    os._exit(0)
