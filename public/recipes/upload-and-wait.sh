#!/bin/sh
# Sends a recording, waits for its text and prints it.
# Usage: TOKEN=cel_… sh upload-and-wait.sh recording.mp3
set -eu
API=${API:-https://celeste.example/api}
# What was answered goes on, or is shown if it is an error.
call() {
  answer=$(curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@") ||
    { printf '%s\n' "$answer" >&2; exit 1; }
  printf '%s\n' "$answer"
}
json() { call -H 'Content-Type: application/json' -d "$2" "$1"; }
field() { printf '%s' "$1" | sed -n 's/.*"'"$2"'":"\([^"]*\)".*/\1/p'; }

name=$(basename "$1" | tr -d '"\\')
upload=$(json "$API/v1/uploads" "{\"file_name\":\"$name\"}")
curl -sS --fail-with-body -T "$1" "$(field "$upload" url)"
made=$(json "$API/v1/transcriptions" "{\"upload_id\":\"$(field "$upload" id)\",\"language\":\"pt\"}")
id=$(field "$made" id)

while :; do
  now=$(call "$API/v1/transcriptions/$id")
  case $(field "$now" status) in
    succeeded) break ;;
    failed | stored) printf '%s\n' "$now" >&2; exit 1 ;;
  esac
  sleep "${PAUSE:-5}"
done
call "$API/v1/transcriptions/$id/exports/txt"
