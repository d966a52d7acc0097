#!/bin/sh
# Prints a Python of version 3.11 or newer that really runs: $PYTHON if it is set, else the first one found. A command that is
# there but does not run, such as the shim of a version manager, is passed over.
fits() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

if [ -n "${PYTHON:-}" ]; then
  if fits "$PYTHON"; then command -v "$PYTHON"; exit 0; fi
  echo "PYTHON=$PYTHON is no Python 3.11 or newer that runs and has venv. Name another one, or leave PYTHON unset." >&2
  exit 1
fi
for each in python3.13 python3.12 python3.11 python3 python; do
  if fits "$each"; then command -v "$each"; exit 0; fi
done
{
  echo "errgate needs Python 3.11 or newer with its venv module, and found none:"
  for each in python3 python; do
    command -v "$each" >/dev/null && echo "  $(command -v "$each"): $("$each" --version 2>&1 | head -n 1)"
  done
  echo "Install one (3.11 to 3.13 are tested; on Debian and Ubuntu also the package python3-venv), or name it:"
  echo "  make test PYTHON=/path/to/python3"
} >&2
exit 1
