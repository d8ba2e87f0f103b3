"""The hook program: one event in, at most one JSON object out, always exit 0.

This is the documented fail-open boundary: whatever goes wrong in here costs a memory, never the user's session. What
went wrong is one line in the hook log.
"""

from __future__ import annotations

import os

from cogmem import clock
from cogmem.hooks import deadline, place, state, wire
from cogmem.hooks.call import Call
from cogmem.hooks.dispatch import answer

LOG_BYTES = 1 << 20
DOCTOR = "doctor"  # the session of `cogmem doctor`, which leaves no trace in the log
# Set by whatever of ours starts a client of its own (a writer): its hooks stay silent.
INSIDE = "COGMEM_INSIDE"


def main() -> None:
    """Answer the event on stdin. Never raises; the client waits for stdin to be read, so that comes first."""
    started = clock.monotonic()
    out = _own_stdout()
    event, root, session, outcome = "", "", "", "-"
    try:
        data = wire.read_all(0)
        payload = wire.loads(data.decode("utf-8", "replace")) if data else None
        if not isinstance(payload, dict) or os.environ.get(INSIDE):
            return
        deadline.arm(deadline.limit(wire.text(payload, "hook_event_name")))
        call = Call(payload)
        event, root, session = call.event, call.root, call.session_id
        said = answer(call)
        outcome = "quiet" if said is None else "said"
        answered = said.encode() if isinstance(said, str) else wire.dumps(said).encode() if said is not None else b""
        if wire.write_all(out, answered):
            deadline.at_least(deadline.WRITING)
            call.arrived()
    except BaseException as error:  # noqa: BLE001 - the one place where everything is caught
        outcome = f"{type(error).__name__}: {error}"[:300]
    finally:
        deadline.arm(0)
        if event and root and session != DOCTOR:
            _note(event, root, outcome, clock.monotonic() - started)


def _own_stdout() -> int:
    """Our own handle on stdout; what anything else prints from now on goes nowhere."""
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return out


def _note(event: str, root: str, outcome: str, seconds: float) -> None:
    """One line in the hook log: when, what, how long (ms), how it went, where. The log keeps one predecessor."""
    path = place.hook_log()
    flat = " ".join(outcome.split())
    try:
        size = state.append(path, f"{clock.stamp():.3f}\t{event}\t{seconds * 1000:.1f}\t{flat}\t{root}\n")
        if size > LOG_BYTES:
            os.replace(path, path + ".1")
    except OSError:
        return
