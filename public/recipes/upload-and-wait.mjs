// Sends a recording, waits for its text and prints it.
// Usage: TOKEN=cel_… node upload-and-wait.mjs recording.mp3
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { API = 'https://celeste.example/api', TOKEN, PAUSE = 5 } = process.env;

async function call(path, body) {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(API + path, { headers, ...post });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

const [file] = process.argv.slice(2);
const upload = await (await call('/v1/uploads', { file_name: basename(file) })).json();
const sent = await fetch(upload.url, { method: 'PUT', body: await openAsBlob(file) });
if (!sent.ok) throw new Error(await sent.text());
const about = { upload_id: upload.id, language: 'pt' };
let transcription = await (await call('/v1/transcriptions', about)).json();

while (['pending', 'processing'].includes(transcription.status)) {
  await sleep(PAUSE * 1000);
  transcription = await (await call(`/v1/transcriptions/${transcription.id}`)).json();
}
if (transcription.status !== 'succeeded') throw new Error(JSON.stringify(transcription));
console.log(await (await call(`/v1/transcriptions/${transcription.id}/exports/txt`)).text());
