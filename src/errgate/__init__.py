"""errgate gates pull requests on what consumers do with an API's errors."""

__version__ = "0.1.0"
