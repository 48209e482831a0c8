// Transcribes a recording at a public address; nothing is downloaded here.
// Usage: TOKEN=cel_… node by-address.mjs https://example.com/recording.mp3
import { createHash } from 'node:crypto';

const { API = 'https://celeste.example/api', TOKEN } = process.env;
const [source_url] = process.argv.slice(2);
const response = await fetch(`${API}/v1/transcriptions`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${TOKEN}`,
    'Content-Type': 'application/json',
    // The same address twice in a day is one transcription.
    'Idempotency-Key': createHash('sha256').update(source_url).digest('hex'),
  },
  body: JSON.stringify({ source_url, language: 'pt' }),
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());
