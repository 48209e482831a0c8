#!/bin/sh
# Says where words were said, with links that play the recording there.
# Usage: TOKEN=cel_… sh search.sh orçamento
set -eu
API=${API:-https://celeste.example/api}
curl -sS --fail-with-body -G "$API/v1/search" --data-urlencode "q=$*" \
  -H "Authorization: Bearer $TOKEN" -w '\n'
