#!/bin/sh
# Writes the subtitles of every finished transcription into a folder, the newest 100 first.
# Usage: TOKEN=cel_… sh subtitles.sh folder
set -eu
API=${API:-https://celeste.example/api}
# What was answered goes on, or is shown if it is an error.
call() {
  answer=$(curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@") ||
    { printf '%s\n' "$answer" >&2; exit 1; }
  printf '%s\n' "$answer"
}

mkdir -p "$1"
list=$(call "$API/v1/transcriptions?status=succeeded&limit=100")
for id in $(printf '%s' "$list" | grep -o '"id":"[^"]*"' | cut -d '"' -f 4); do
  [ -e "$1/$id.srt" ] && continue
  subtitles=$(call "$API/v1/transcriptions/$id/exports/srt")
  printf '%s\n' "$subtitles" > "$1/$id.srt"
done
