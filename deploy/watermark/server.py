"""Serves a watermark encoder over HTTP (docs/provenance.md, "Watermark").

POST /encode?id=<15 hex digits>  an image, answered in the same type with the id in its pixels
POST /detect                     an image, answered with {"id": "..."} or {"id": null}
GET  /healthz                    200 as soon as the model is loaded

Only the Python standard library is used here, so that the protocol can be tested without the model.
"""

import importlib
import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

BYTES_MAX = 64_000_000
TYPES = ("image/png", "image/jpeg", "image/webp")
ID = re.compile(r"[0-9a-f]{15}")
# Each waiting request holds its image; the API and the workers retry after a 503.
REQUESTS_MAX = 8
# A client that sends or reads more slowly than this is disconnected.
SOCKET_SECONDS = 20


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = SOCKET_SECONDS

    def do_GET(self):
        if urlsplit(self.path).path == "/healthz":
            self.answer(200, "text/plain", b"ok")
        else:
            self.refuse(Refused(404, "unknown path"))

    def do_POST(self):
        if not self.server.requests.acquire(blocking=False):
            self.refuse(Refused(503, "too many requests are waiting"))
            return
        try:
            self.answer(200, *self.work())
        except Refused as refused:
            self.refuse(refused)
        except Exception as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            self.refuse(Refused(500, "the image could not be processed"))
        finally:
            self.server.requests.release()

    def work(self):
        target = urlsplit(self.path)
        if target.path not in ("/encode", "/detect"):
            raise Refused(404, "unknown path")
        content_type = self.headers.get("Content-Type", "")
        if content_type not in TYPES:
            raise Refused(415, f"send one of {', '.join(TYPES)}")
        code = parse_qs(target.query).get("id", [""])[0]
        if target.path == "/encode" and not ID.fullmatch(code):
            raise Refused(400, "the parameter id takes 15 hex digits")
        image = self.read_body()
        encoder = self.server.encoder
        # One at a time: the model uses every core.
        with self.server.turn:
            try:
                if target.path == "/encode":
                    return content_type, encoder.encode(image, content_type, code)
                found = encoder.detect(image)
            except ValueError as error:
                raise Refused(422, str(error)) from error
        return "application/json", json.dumps({"id": found}).encode()

    def read_body(self):
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            raise Refused(411, "send Content-Length")
        if int(length) > BYTES_MAX:
            raise Refused(413, f"an image may have {BYTES_MAX} bytes")
        image = self.rfile.read(int(length))
        if len(image) < int(length):
            raise Refused(400, "the body is incomplete")
        return image

    def refuse(self, refused):
        # The rest of a refused body would be read as the next request.
        self.close_connection = True
        body = json.dumps({"error": str(refused)}).encode()
        self.answer(refused.status, "application/json", body)

    def answer(self, status, content_type, body):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Writes no line for a request: the clients log their failures."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address, encoder):
        super().__init__(address, Handler)
        self.encoder = encoder
        self.turn = threading.Lock()
        self.requests = threading.BoundedSemaphore(REQUESTS_MAX)


def main():
    # Another module with the function `create`; tests name one without a model.
    module = importlib.import_module(os.environ.get("WATERMARK_ENCODER", "trustmark_encoder"))
    host = os.environ.get("WATERMARK_HOST", "127.0.0.1")
    port = int(os.environ.get("WATERMARK_PORT", "8090"))
    server = Server((host, port), module.create())
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"http://{host}:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
