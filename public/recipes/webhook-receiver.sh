#!/bin/sh
# Asks for webhooks to an address; the answer has the secret that signs them.
# Usage: TOKEN=cel_… sh webhook-receiver.sh https://example.com/hook
set -eu
API=${API:-https://celeste.example/api}
curl -sS --fail-with-body "$API/v1/webhooks" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' -d "{\"url\":\"$1\",\"events\":[\"transcription.succeeded\",\"transcription.failed\"]}" -w '\n'
