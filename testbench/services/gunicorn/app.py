"""A page that waits as for a database, and hashes what it got."""
import hashlib
import random
import time


def application(environ, start_response):
    time.sleep(random.lognormvariate(-3.5, 0.6))  # median 30 ms, mean 36 ms
    body = hashlib.pbkdf2_hmac("sha256", b"page", b"salt", 400).hex().encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
