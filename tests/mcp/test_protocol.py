"""The wire: what is no request is answered and survived."""

from __future__ import annotations

import io
import json
import math

import pytest

from cogmem.mcp import protocol
from cogmem.mcp.protocol import ProtocolError, Wire, decode


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", protocol.PARSE_ERROR),
        (b"\xff\xfe", protocol.PARSE_ERROR),
        (b"[" * 100_000, protocol.PARSE_ERROR),
        (b"[]", protocol.INVALID_REQUEST),
        (b"null", protocol.INVALID_REQUEST),
        (b'"x"', protocol.INVALID_REQUEST),
        (b'{"id": {}, "method": "ping"}', protocol.INVALID_REQUEST),
        (b'{"id": 1, "method": 3}', protocol.INVALID_REQUEST),
        (b'{"id": 1, "method": "ping", "params": [1]}', protocol.INVALID_PARAMS),
    ],
)
def test_what_is_no_request_is_named(line, code):
    with pytest.raises(ProtocolError) as caught:
        decode(line)
    assert caught.value.code == code


def test_the_clients_version_is_spoken_when_we_know_it():
    assert [protocol.agreed_version(v) for v in ("2025-11-25", "2024-11-05", "2099-01-01", None, [])] == [
        "2025-11-25",
        "2024-11-05",
        "2025-11-25",
        "2025-11-25",
        "2025-11-25",
    ]


def test_lines_come_one_by_one_and_blank_ones_do_not_count():
    wire = Wire(io.BytesIO(b'{"a":1}\n\n  \r\n{"b":2}'), io.BytesIO())
    assert [json.loads(line) for line in wire.lines()] == [{"a": 1}, {"b": 2}]
    assert not wire.open


def test_a_line_that_is_too_long_costs_only_itself():
    wire = Wire(io.BytesIO(b"x" * 5000 + b"\n{}\n"), io.BytesIO(), longest=100)
    lines = list(wire.lines())
    assert len(lines) == 2 and len(lines[0]) < 100 and lines[1] == b"{}\n"


def test_what_is_sent_is_one_line_whatever_it_holds():
    sink = io.BytesIO()
    Wire(io.BytesIO(), sink).send({"text": "a\nb\u2028\ud800é日本"})
    assert sink.getvalue().count(b"\n") == 1
    assert json.loads(sink.getvalue())["text"].startswith("a\nb")


def test_a_reader_that_went_away_ends_the_wire():
    sink = io.BytesIO()
    sink.close()
    wire = Wire(io.BytesIO(b"{}\n"), sink)
    wire.send({})
    assert not wire.open


def test_numbers_are_numbers():
    assert math.isinf(decode(b'{"id": 1, "method": "x", "params": {"k": 1e999}}')["params"]["k"])
