"""Where bytes come from (git objects, a directory) and how bytes become values."""
