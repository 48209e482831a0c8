# Says where words were said, with links that play the recording there.
# Usage: TOKEN=cel_… python3 search.py orçamento
import json, os, sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

API = os.environ.get("API", "https://celeste.example/api")
query = urlencode({"q": " ".join(sys.argv[1:])})
headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
try:
    found = json.loads(urlopen(Request(f"{API}/v1/search?{query}", headers=headers)).read())
except HTTPError as error:
    sys.exit(error.read().decode())
for recording in found["data"]:
    print(recording["title"])
    for hit in recording["hits"]:
        print(f"  {hit['speaker']}: {hit['text']}\n  {hit['url']}")
