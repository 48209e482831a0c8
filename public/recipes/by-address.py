# Transcribes a recording at a public address; nothing is downloaded here.
# Usage: TOKEN=cel_… python3 by-address.py https://example.com/recording.mp3
import hashlib, json, os, sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = os.environ.get("API", "https://celeste.example/api")
source_url = sys.argv[1]
headers = {
    "Authorization": f"Bearer {os.environ['TOKEN']}",
    "Content-Type": "application/json",
    # The same address twice in a day is one transcription.
    "Idempotency-Key": hashlib.sha256(source_url.encode()).hexdigest(),
}
body = json.dumps({"source_url": source_url, "language": "pt"}, separators=(",", ":")).encode()
try:
    print(urlopen(Request(f"{API}/v1/transcriptions", body, headers)).read().decode())
except HTTPError as error:
    sys.exit(error.read().decode())
