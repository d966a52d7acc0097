"""The page about presets, from their table."""

from collections.abc import Mapping, Sequence

from errgate.core.forms import SAYS, Form
from errgate.core.preset_names import ALIASES
from errgate.core.presets import PRESETS, Preset

HEAD = """\
# Presets

Generated from the code by `make docs`.

A decision policy says where an error keeps its code, message, status and wait. For envelopes that many APIs share, one word
does:

```yaml
# contract/decision.yml
errors: {preset: stripe}
# or: {preset: stripe, code: /error/decline_code}; a key beside the preset goes before it, its fallbacks included
```

To see what it finds in an error, and what a small policy makes of it (429 and 5xx retry, 401 and 403 escalate, other 4xx fix
the request, anything else escalates), no other file is needed:

```console
errgate decide error.json --preset stripe
```

`error.json` is the body, or an exchange: `{"response": {"status": 402, "headers": {}, "body": {}}}`.

In the table, places joined by *and* are aliases that must agree; after *else* stands what is asked, in this order, where
those before have nothing. Null, and a blank code, count as nothing. `*` stands for any key or index, and the first match
counts. A wait is a number of seconds in the body, or the header Retry-After (RFC 9110: seconds, or a date that is counted from
the response's own `Date`); other forms are named. The first wait that can be counted counts; one that is there and cannot be
counted is `unknown`; where there is none, a consumer backs off. A seconds hint in `hints.yml` goes before all of them. Without
a preset, `errors: {wait: [/retry_after, "header:Retry-After"]}` names places by hand.

"""


def page() -> str:
    """The whole page."""
    rows = ["| Preset | Code | Message | Status | Wait |", "|---|---|---|---|---|"]
    rows += [_row(preset) for preset in PRESETS.values()]
    lines = [f"**`{preset.name}`**: {_line(preset)}\n" for preset in PRESETS.values()]
    return "\n".join([HEAD.rstrip(), "", *rows, "", "## What each reads", "", *lines])


def _row(preset: Preset) -> str:
    code = _places(preset.code, preset.code_else, preset.code_forms)
    status = _places(preset.status, preset.status_else, {})
    wait = _places(preset.wait[:1], preset.wait[1:], preset.wait_forms)
    return f"| `{preset.name}` | {code} | {_places(preset.message[:1], preset.message[1:], {})} | {status} | {wait} |"


def _places(first: Sequence[str], others: Sequence[str], forms: Mapping[str, Form]) -> str:
    shown = [_place(at, forms) for at in (*first, *others)]
    return ", else ".join([" and ".join(shown[: len(first)]), *shown[len(first) :]])


def _place(at: str, forms: Mapping[str, Form]) -> str:
    return f"`{at}` ({SAYS[forms[at]]})" if at in forms else f"`{at}`"


def _line(preset: Preset) -> str:
    also = ", ".join(f"`{alias}`" for alias, name in ALIASES.items() if name == preset.name)
    source = f"<{preset.source}>" if "://" in preset.source else preset.source
    parts = [f"{preset.title}.", preset.note, f"Source: {source}.", f"Also called {also}." if also else ""]
    return " ".join(part for part in parts if part)
