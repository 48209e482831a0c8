// Writes the subtitles of every finished transcription into a folder.
// Usage: TOKEN=cel_… node subtitles.mjs folder
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { API = 'https://celeste.example/api', TOKEN } = process.env;

async function read(path) {
  const response = await fetch(API + path, { headers: { Authorization: `Bearer ${TOKEN}` } });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
let cursor;
do {
  const query = new URLSearchParams({ status: 'succeeded', limit: 100, ...(cursor && { cursor }) });
  const page = await (await read(`/v1/transcriptions?${query}`)).json();
  for (const { id } of page.data) {
    const file = join(folder, `${id}.srt`);
    if (existsSync(file)) continue;
    writeFileSync(file, await (await read(`/v1/transcriptions/${id}/exports/srt`)).text());
  }
  cursor = page.next_cursor;
} while (cursor);
