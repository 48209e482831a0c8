# Sends a recording, waits for its text and prints it.
# Usage: TOKEN=cel_… python3 upload-and-wait.py recording.mp3
import json, os, sys, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = os.environ.get("API", "https://celeste.example/api")


def send(request):
    try:
        return urlopen(request).read().decode()
    except HTTPError as error:
        sys.exit(error.read().decode())


def call(path, body=None):
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return send(Request(API + path, data, headers))


path = sys.argv[1]
upload = json.loads(call("/v1/uploads", {"file_name": os.path.basename(path)}))
with open(path, "rb") as file:
    size = {"Content-Length": str(os.path.getsize(path))}
    send(Request(upload["url"], file, size, method="PUT"))
about = {"upload_id": upload["id"], "language": "pt"}
transcription = json.loads(call("/v1/transcriptions", about))

while transcription["status"] in ("pending", "processing"):
    time.sleep(float(os.environ.get("PAUSE", 5)))
    transcription = json.loads(call(f"/v1/transcriptions/{transcription['id']}"))
if transcription["status"] != "succeeded":
    sys.exit(json.dumps(transcription))
print(call(f"/v1/transcriptions/{transcription['id']}/exports/txt"))
