"""Before a tool runs: the skill-gate, skill tracking, our own tools' permission, and delegations."""

from __future__ import annotations

from cogmem.hooks import wire
from cogmem.hooks.call import Answer, Call
from cogmem.hooks.compiled import LIVE_LOGGING

WRITERS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
OWN_SERVERS = ("mcp__plugin_cogmem_memory__", "mcp__cogmem__")
LONG_NAME = 16  # characters: what is shorter holds no secret
OWN_TOOLS = ("search", "read", "timeline", "facts", "graph", "log", "remember")


def before(call: Call) -> Answer | None:
    """PreToolUse. Names that are not known are judged by what the call looks like."""
    name, given = call.text("tool_name"), call.input
    if name in WRITERS or ("file_path" in given and ("old_string" in given or "content" in given)):
        return guard(call)
    if name == "Skill":
        loaded(call, wire.text(given, "skill") or wire.text(given, "command"))
    elif name == "Read":
        path = wire.text(given, "file_path").replace("\\", "/")
        if path.endswith("/SKILL.md"):
            loaded(call, path.split("/")[-2])
            return _own_skill(call, path)
    elif name in ("Agent", "Task") or ("subagent_type" in given and "prompt" in given):
        from cogmem.hooks import delegation

        delegation.note(call)
    elif name.startswith(OWN_SERVERS):
        return _own(call, name)
    return None


def expanded(call: Call) -> None:
    """A ``/skill`` that a person typed loads it without any Skill call."""
    loaded(call, call.text("command_name"))


def loaded(call: Call, skill: str) -> None:
    """Remember that this agent has this skill's text before it."""
    name = bare(skill)
    if not name or not call.first():
        return
    if len(name) > LONG_NAME:
        from cogmem.journal.secrets import masked

        name = masked(name)
    if name not in call.session.lines("skills"):
        call.session.add("skills", name)
        from cogmem.ledger.spool import append

        append(call.run_dir, call.session_id, "skill", {"skill": name, "event": "skill_start"})


def bare(skill: str) -> str:
    """``cogmem:live-logging``, ``/live-logging`` and ``live-logging`` are one skill."""
    return skill.strip().lstrip("/").rpartition(":")[2].strip()[:100]


def guard(call: Call) -> Answer | None:
    """The skill-gate: what to say when a file is written whose pattern asks for a skill that is not loaded."""
    mode = call.settings.skill_gate
    path = call.relative(wire.text(call.input, "file_path") or wire.text(call.input, "notebook_path"))
    if mode == "off" or not path:
        return None
    from cogmem.hooks.globs import matches

    wanted = [bare(skill) for pattern, skills in call.settings.triggers if matches(pattern, path) for skill in skills]
    if not wanted:
        return None
    done = set(call.session.lines("skills"))
    if mode != "block":
        done.update(call.session.lines("warned"))
    missing = [skill for skill in dict.fromkeys(wanted) if skill and skill not in done]
    if not missing or not call.first():
        return None
    from cogmem.hooks.texts import say

    is_log = path.startswith(str(call.settings.logs_dir).strip("/") + "/")
    keys = {skill: "gate.log" if is_log and skill == LIVE_LOGGING else "gate.one" for skill in missing}
    told = "\n".join(say(call.lang, key, path=path, skill=_readable(skill)) for skill, key in keys.items())
    call.injected(told, reason="skill-gate")
    if mode == "block":
        return wire.decision("deny", told)
    call.later(call.session.add, "warned", *missing)
    return wire.context("PreToolUse", told)


def _readable(skill: str) -> str:
    """A skill's name; for one of ours, which the model cannot load by name, the file that it is to read."""
    import os

    own = f"{os.environ.get('CLAUDE_PLUGIN_ROOT', '')}/skills/{skill}/SKILL.md"
    return own if skill == LIVE_LOGGING and os.path.isfile(own) else skill


def _own_skill(call: Call, path: str) -> Answer | None:
    """Our own skills lie outside of the project, where reading would need a permission."""
    import os

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    tops = (os.environ.get("CLAUDE_PLUGIN_ROOT", ""), os.path.dirname(package), f"{package}/_assets")
    real = os.path.realpath(path)
    inside = any(top and real.startswith(os.path.realpath(top) + "/skills/") for top in tops)
    if not inside or not call.settings.allow_own_tools:
        return None
    from cogmem.hooks.texts import say

    return wire.decision("allow", say(call.lang, "own.allowed"))


def _own(call: Call, name: str) -> Answer | None:
    tool = name.rpartition("__")[2]
    if tool not in OWN_TOOLS or not call.settings.allow_own_tools:
        return None
    from cogmem.hooks.texts import say

    return wire.decision("allow", say(call.lang, "own.allowed"))
