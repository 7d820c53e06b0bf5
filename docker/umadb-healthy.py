"""Ends with 0 when the server answers for its head, which it does once it takes appends."""
import umadb

umadb.Client("http://127.0.0.1:50051").head()
