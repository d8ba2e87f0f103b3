"""NFKC in slices equals NFKC of the whole, and hostile marks do not make it quadratic."""

import unicodedata
from time import process_time

from cogmem.folding import nfkc


def test_long_texts_come_out_as_from_the_whole():
    for word in ("cafe\u0301 ", "が".encode().decode() * 3, "か\u3099き\u3099", "ｃｏｆｆｅｅ ﾊﾝｶｸ ", "plain "):
        text = word * 3000
        assert nfkc(text) == unicodedata.normalize("NFKC", text)


def test_a_run_of_combining_marks_costs_in_proportion():
    def cost(size: int) -> float:
        text = "a" + "\u0301\u0323" * size
        start = process_time()
        nfkc(text)
        return process_time() - start

    assert cost(80_000) < 12 * max(cost(20_000), 0.001), "four times the text, at most about four times the time"
