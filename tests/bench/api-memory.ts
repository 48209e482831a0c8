import { once } from 'node:events';
import http from 'node:http';
import { addToken } from '@/tests/http/api/add-token';
import { rows } from '@/tests/http/platform/data-dir';
import { signUp } from '@/tests/support/test-user';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { describeGrowth, peakDuring } from '../support/resident-memory';

const USUAL_GIGABYTES = 1;
const CHUNK = Buffer.alloc(1024 * 1024, 0x80);
const GIGABYTE = 1024 ** 3;
const SAMPLES_PER_SECOND = 48_000;
const WARM_UP = 20;

/**
 * Memory of the server while a program sends a recording of this many gigabytes to its signed address, and while it gets
 * one, compared with the idle server. Linux only.
 */
export async function apiMemory(gigabytes = USUAL_GIGABYTES): Promise<void> {
  const celeste = await startCeleste({ command: 'web' });
  try {
    const call = await openAccount(celeste);
    for (let visit = 0; visit < WARM_UP; visit += 1) await call('GET', '/transcription/all');
    const sizeBytes = gigabytes * GIGABYTE;
    const put = await peakDuring(celeste, () => send(call, celeste, sizeBytes));
    process.stdout.write(`  sent by PUT: ${describeGrowth(put, gigabytes)}\n`);
    const name = { name: 'Longa', fileLanguage: 'pt', filePath: 'longa.wav' };
    const { data } = (await call('POST', '/transcription', name)) as { data: { crypto: string } };
    const detail = (await call('GET', `/transcription/${data.crypto}`)) as { url: string; url_SAS: string };
    const got = await peakDuring(celeste, () => download(detail.url + detail.url_SAS, celeste, sizeBytes));
    process.stdout.write(`  recording got: ${describeGrowth(got, gigabytes)}\n`);
  } finally {
    await celeste.stop();
  }
}

type Calling = (method: string, path: string, body?: object) => Promise<unknown>;

async function openAccount(celeste: RunningCeleste): Promise<Calling> {
  const person = await signUp(celeste);
  const token = await addToken(celeste, person);
  const [user] = await rows(celeste, `SELECT container FROM users WHERE email = '${person.email}'`);
  return async (method, path, body) => {
    const sent = path === '/transcription/sas' ? { container: user!.container, ...body } : body;
    const response = await fetch(`${celeste.address}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}

/** At the server itself instead of its public address. */
const atServer = (address: string, celeste: RunningCeleste) => {
  const { pathname, search } = new URL(address);
  return celeste.address + pathname + search;
};

async function send(call: Calling, celeste: RunningCeleste, sizeBytes: number): Promise<void> {
  const { data } = (await call('POST', '/transcription/sas', { path: '', file: 'longa.wav' })) as {
    data: string;
  };
  const head = wavHead(sizeBytes);
  const request = http.request(atServer(data, celeste), {
    method: 'PUT',
    headers: { 'Content-Length': sizeBytes },
  });
  const answered = once(request, 'response');
  request.write(head);
  for (let left = sizeBytes - head.length; left > 0; left -= CHUNK.length) {
    if (!request.write(CHUNK.subarray(0, Math.min(left, CHUNK.length)))) await once(request, 'drain');
  }
  request.end();
  const [response] = (await answered) as [http.IncomingMessage];
  if (response.resume().statusCode !== 201) throw new Error(`answered with ${response.statusCode}`);
}

/** Of PCM with eight channels of 24 bits, so that a gigabyte is a quarter of an hour. */
function wavHead(sizeBytes: number): Buffer {
  const [channels, bytes] = [8, 3];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(sizeBytes - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  head.writeUInt32LE(SAMPLES_PER_SECOND * channels * bytes, 28);
  head.writeUInt16LE(channels * bytes, 32);
  head.writeUInt16LE(bytes * 8, 34);
  head.write('data', 36);
  head.writeUInt32LE(sizeBytes - head.length, 40);
  return head;
}

async function download(address: string, celeste: RunningCeleste, sizeBytes: number): Promise<void> {
  const response = await fetch(atServer(address, celeste));
  if (response.status !== 200) throw new Error(`answered with ${response.status}`);
  let bytes = 0;
  const reader = response.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
  if (bytes !== sizeBytes) throw new Error(`got ${bytes} of ${sizeBytes} bytes`);
}
