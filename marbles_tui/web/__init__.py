"""The arcade in a browser: each page that is opened is an arcade of its own."""
