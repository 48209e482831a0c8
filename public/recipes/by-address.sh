#!/bin/sh
# Transcribes a recording at a public address; nothing is downloaded here.
# Usage: TOKEN=cel_… sh by-address.sh https://example.com/recording.mp3
set -eu
API=${API:-https://celeste.example/api}
curl -sS --fail-with-body "$API/v1/transcriptions" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: $(printf %s "$1" | cksum | tr ' ' -)" \
  -H 'Content-Type: application/json' -d "{\"source_url\":\"$1\",\"language\":\"pt\"}" -w '\n'
