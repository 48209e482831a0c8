import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { describeGrowth, peakDuring } from '../support/resident-memory';

const USUAL_GIGABYTES = 2;
const CHUNK = Buffer.alloc(1024 * 1024, 1);
/** Chunk size of the upload card. */
const CARD_CHUNK_BYTES = 8 * 1024 * 1024;
const BOUNDARY = 'celeste-bench';

type Sending = (celeste: RunningCeleste, person: TestUser, gigabytes: number) => Promise<void>;

/**
 * Memory of the server while a recording of this many gigabytes arrives, by the plain form and as the upload
 * card sends it, compared with the idle server. Linux only.
 */
export async function uploadMemory(gigabytes = USUAL_GIGABYTES): Promise<void> {
  await measure('by the plain form', gigabytes, sendByForm);
  await measure('in pieces', gigabytes, sendInChunks);
}

async function measure(way: string, gigabytes: number, send: Sending): Promise<void> {
  const celeste = await startCeleste({ command: 'web' });
  try {
    const person = await signUp(celeste);
    for (let visit = 0; visit < 20; visit += 1) await person.get('/transcriptions');
    const memory = await peakDuring(celeste, () => send(celeste, person, gigabytes));
    process.stdout.write(`  ${way}: ${describeGrowth(memory, gigabytes)}\n`);
  } finally {
    await celeste.stop();
  }
}

/** Up to its registration, which rejects it as no recording. */
async function sendInChunks(celeste: RunningCeleste, person: TestUser, gigabytes: number): Promise<void> {
  const sizeBytes = gigabytes * 1024 ** 3;
  const begun = await person.beginUpload({ fileName: 'big.wav', sizeBytes });
  const { address } = JSON.parse(begun.body) as { address: string };
  const piece = Buffer.alloc(CARD_CHUNK_BYTES, 1);
  for (let offset = 0; offset < sizeBytes; offset += CARD_CHUNK_BYTES) {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      Origin: celeste.address,
      'Content-Type': 'application/offset+octet-stream',
    };
    const { status } = await person.request(address, { method: 'PATCH', headers, body: piece });
    if (status !== 204) throw new Error(`a piece was answered with ${status}`);
  }
  await person.post(address, { language: 'pt' });
}

async function sendByForm({ address }: RunningCeleste, person: TestUser, gigabytes: number): Promise<void> {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field('submissionId', randomUUID())}${field('language', 'pt')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="big.wav"\r\n\r\n`;
  const request = http.request(`${address}/transcriptions`, {
    method: 'POST',
    headers: {
      Cookie: person.cookieHeader(),
      Origin: address,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  const answered = once(request, 'response');
  request.write(head);
  for (let sent = 0; sent < gigabytes * 1024; sent += 1) {
    if (!request.write(CHUNK)) await once(request, 'drain');
  }
  request.end(`\r\n--${BOUNDARY}--\r\n`);
  const [response] = (await answered) as [http.IncomingMessage];
  response.resume();
}
