# Takes webhooks: checks their signature (standardwebhooks.com) and prints them.
# Usage: SECRET=whsec_… PORT=8080 python3 webhook-receiver.py
import base64, hashlib, hmac, os, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ.get("SECRET", "").removeprefix("whsec_"))
if not key:
    sys.exit("SECRET is not set")


def is_signed(headers, body):
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (at.isascii() and at.isdigit()) or abs(time.time() - int(at[:12])) > 300:
        return False
    signed = f"{id}.{at}.".encode() + body
    own = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    sent = headers.get("webhook-signature", "").encode().split()
    # While a secret is changed there are two.
    return any(hmac.compare_digest(own, signature) for signature in sent)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_own = is_signed(self.headers, body)
        # An event may come twice: its id, webhook-id, tells.
        if is_own:
            print(self.headers["webhook-id"], body.decode(), flush=True)
        self.send_response(204 if is_own else 401)
        self.end_headers()


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
