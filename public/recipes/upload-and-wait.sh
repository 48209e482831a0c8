#!/bin/sh
# Sends a recording, waits for its text and prints it.
# Usage: TOKEN=cel_… sh upload-and-wait.sh recording.mp3
set -eu
API=${API:-https://celeste.example/api}
call() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }
field() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

upload=$(call "$API/v1/uploads" --json "{\"file_name\":\"$(basename "$1")\"}")
curl -sS --fail-with-body -T "$1" "$(echo "$upload" | field url)"
body="{\"upload_id\":\"$(echo "$upload" | field id)\",\"language\":\"pt\"}"
id=$(call "$API/v1/transcriptions" --json "$body" | field id)

while :; do
  status=$(call "$API/v1/transcriptions/$id" | field status)
  case $status in
    succeeded) break ;;
    failed | stored) echo "$id: $status" >&2; exit 1 ;;
  esac
  sleep "${PAUSE:-5}"
done
call "$API/v1/transcriptions/$id/exports/txt"
