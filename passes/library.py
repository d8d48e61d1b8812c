"""All passes of the project: importing this module defines them."""
