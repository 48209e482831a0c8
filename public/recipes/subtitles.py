# Writes the subtitles of every finished transcription into a folder.
# Usage: TOKEN=cel_… python3 subtitles.py folder
import json, os, pathlib, sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

API = os.environ.get("API", "https://celeste.example/api")


def read(path):
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
    try:
        return urlopen(Request(API + path, headers=headers)).read()
    except HTTPError as error:
        sys.exit(error.read().decode())


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
query = {"status": "succeeded", "limit": 100}
while True:
    page = json.loads(read(f"/v1/transcriptions?{urlencode(query)}"))
    for transcription in page["data"]:
        file = folder / f"{transcription['id']}.srt"
        if not file.exists():
            file.write_bytes(read(f"/v1/transcriptions/{transcription['id']}/exports/srt"))
    if page["next_cursor"] is None:
        break
    query["cursor"] = page["next_cursor"]
