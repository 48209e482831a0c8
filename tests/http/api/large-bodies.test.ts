import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { peakDuring } from '@/tests/support/resident-memory';
import { signUpMember } from '../admin/administrator';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

/** procfs, which tells the memory of a process. */
const PROC = '/proc/self/status';
const CHUNK = Buffer.alloc(1024 * 1024, 0x20);
const MEGABYTES = 300;
/** A body that is held whole takes three times as much; one that passes, a fifth. */
const MOST_GROWTH_MB = 100;

let celeste: RunningCeleste;
let api: ApiClient;
let token: string;
let container: string;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  const ana = await signUpMember(celeste);
  token = await addToken(celeste, ana);
  api = new ApiClient(celeste.address, token);
  container = ana.publicId;
  await api.get('/transcription/all');
});

afterAll(() => celeste.stop());

/** Sends blanks for as long as the server takes them. @returns the status */
async function send(method: string, address: string, headers: Record<string, string | number>) {
  const request = http.request(address, { method, headers });
  const answered = once(request, 'response');
  // The server ends the connection when it has refused a body.
  request.on('error', () => {});
  const closed = new Promise((resolve) => request.once('close', resolve));
  for (let sent = 0; sent < MEGABYTES && !request.destroyed; sent += 1) {
    if (!request.write(CHUNK)) await Promise.race([once(request, 'drain'), closed]);
  }
  request.end();
  const [response] = (await answered) as [http.IncomingMessage];
  return response.resume().statusCode;
}

describe.skipIf(!existsSync(PROC))(`a large body (needs ${PROC})`, () => {
  it('passes through the server when it is a file', async () => {
    const { body } = await api.post('/transcription/sas', { container, path: '', file: 'longa.wav' });
    const { pathname, search } = new URL((body as { data: string }).data);
    const headers = { 'Content-Length': MEGABYTES * CHUNK.length };
    const { idle, peak } = await peakDuring(celeste, async () => {
      expect(await send('PUT', celeste.address + pathname + search, headers)).toBe(201);
    });
    expect(peak - idle).toBeLessThan(MOST_GROWTH_MB);
  });

  it('is refused on the way when it is a form', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const { idle, peak } = await peakDuring(celeste, async () => {
      expect(await send('POST', `${celeste.address}/api/mail/support`, headers)).toBe(413);
    });
    expect(peak - idle).toBeLessThan(MOST_GROWTH_MB);
  });
});
