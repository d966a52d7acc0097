"""``python -m errgate``."""

import sys

from errgate.app.cli import main

sys.exit(main())
