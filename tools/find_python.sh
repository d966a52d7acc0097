#!/bin/sh
# Prints a Python of version 3.11 or newer that really runs: $PYTHON, else the newest one found.
for each in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
  [ -n "$each" ] || continue
  if "$each" -c 'import sys, venv, ensurepip; raise SystemExit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    command -v "$each"
    exit 0
  fi
done
echo "errgate needs Python 3.11 or newer with venv. Install one, or name it: make test PYTHON=/path/to/python3" >&2
exit 1
