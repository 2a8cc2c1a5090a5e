"""A web server that misbehaves as it is told to, for the tests of fetching.

    fetch_server.py FOLDER [CERTIFICATE KEY]

Serves on a free port of 127.0.0.1, which it prints, until its standard input ends. What it does for a path stands in FOLDER/plan.json:
{"/path": [answer, ...]}, one answer a request, the last of them for ever; another plan begins anew. An answer has

    status (200), body (a file of FOLDER), headers, etag, modified, ranges (whether Range is honored), shift (how far the part that is sent
    is from the one that was asked for), total (what is said of the whole's length), length ("right", "none", or a difference), cut (how
    many bytes are sent), drip ([bytes, seconds]), endless, stall (seconds before the first byte), hang (seconds after the last one),
    close (no answer at all), auth (what Authorization must be)

Each request is a line of FOLDER/requests.ndjson: method, path as it was sent, headers in lower case.
"""

import http.server
import json
import os
import ssl
import sys
import threading
import time

folder = sys.argv[1]
counts = {}
last_plan = None
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        global last_plan
        self.close_connection = True
        path = self.path
        with lock:
            with open(os.path.join(folder, "requests.ndjson"), "a") as file:
                headers = {name.lower(): value for name, value in self.headers.items()}
                file.write(json.dumps({"method": self.command, "path": path, "headers": headers}) + "\n")
            with open(os.path.join(folder, "plan.json")) as file:
                text = file.read()
            if text != last_plan:
                last_plan = text
                counts.clear()
            answers = json.loads(text).get(path, [{"status": 404}])
            number = counts.get(path, 0)
            counts[path] = number + 1
        try:
            self.answer(answers[min(number, len(answers) - 1)])
        except (BrokenPipeError, ConnectionResetError):
            pass

    def answer(self, plan):
        if plan.get("close"):
            return
        if "stall" in plan:
            time.sleep(plan["stall"])
        body = b""
        if "body" in plan:
            with open(os.path.join(folder, plan["body"]), "rb") as file:
                body = file.read()
        status = plan.get("status", 200)
        headers = dict(plan.get("headers", {}))
        etag, modified = plan.get("etag"), plan.get("modified")
        if etag:
            headers["ETag"] = etag
        if modified:
            headers["Last-Modified"] = modified
        if plan.get("auth") and self.headers.get("Authorization") != plan["auth"]:
            status, body = 401, b"no"
        elif status == 200 and (
            etag and self.headers.get("If-None-Match") == etag
            or not etag and modified and self.headers.get("If-Modified-Since") == modified
        ):
            status, body = 304, b""
        asked = self.headers.get("Range")
        if status == 200 and asked and plan.get("ranges") and self.headers.get("If-Range") in (etag, modified):
            start = int(asked.removeprefix("bytes=").split("-")[0])
            if start >= len(body):
                status, body = 416, b""
            else:
                status = 206
                start += plan.get("shift", 0)
                headers["Content-Range"] = "bytes %d-%d/%d" % (start, len(body) - 1, plan.get("total", len(body)))
                body = body[start:]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        length = plan.get("length", "right")
        if length != "none" and not plan.get("endless") and status != 304:
            self.send_header("Content-Length", str(len(body) + (0 if length == "right" else length)))
        self.send_header("Connection", "close")
        self.end_headers()
        if status == 304:
            return
        if plan.get("endless"):
            while True:
                self.wfile.write(body)
        body = body[: plan.get("cut", len(body))]
        if "drip" in plan:
            size, pause = plan["drip"]
            for start in range(0, len(body), size):
                self.wfile.write(body[start : start + size])
                self.wfile.flush()
                time.sleep(pause)
        else:
            self.wfile.write(body)
            self.wfile.flush()
        if "hang" in plan:
            time.sleep(plan["hang"])


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
