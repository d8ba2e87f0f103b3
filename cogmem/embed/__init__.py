"""Text to vectors. Importing anything from here keeps NumPy's BLAS to one thread, best before NumPy itself comes in."""

from cogmem.embed import threads

threads.limit()
