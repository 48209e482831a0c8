#!/bin/sh
# Writes the subtitles of every finished transcription into a folder, the newest 100 first.
# Usage: TOKEN=cel_… sh subtitles.sh folder
set -eu
API=${API:-https://celeste.example/api}
call() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }

mkdir -p "$1"
call "$API/v1/transcriptions?status=succeeded&limit=100" |
  grep -o '"id":"[^"]*"' | cut -d '"' -f 4 |
  while read -r id; do
    [ -e "$1/$id.srt" ] || call "$API/v1/transcriptions/$id/exports/srt" -o "$1/$id.srt"
  done
