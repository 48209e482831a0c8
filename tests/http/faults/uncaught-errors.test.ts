import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { runningProcesses } from '@/tests/support/running-processes';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { filesIn, logOf, rows } from '../platform/data-dir';
import { silence } from '../transcription/recordings';

const PATIENCE = { timeout: 25_000 };
const THROWING = pathToFileURL(path.join(import.meta.dirname, '../../support/throw-when-told.js')).href;

let celeste: RunningCeleste;
let person: TestUser;

beforeAll(async () => {
  const env = { PORT: String(await freePort()), NODE_OPTIONS: `--import=${THROWING}` };
  celeste = await startCeleste({ env });
  person = await signUp(celeste);
});

afterAll(() => celeste.stop());

/** Process ids of the web or worker process, oldest first; two during a graceful restart. */
function processIds(half: 'web' | 'worker'): number[] {
  return runningProcesses()
    .filter(({ parent, command }) => parent === celeste.process.pid && command.includes(`bin/${half}.js`))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other);
}

const fatalLines = async () =>
  (await logOf(celeste)).split('\n').filter((line) => line.includes('an error that nothing caught'));

const isHealthy = () =>
  fetch(`${celeste.address}/healthz`, { headers: { Connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts an upload and sends half of its bytes. */
function halfUpload(): { finish(): Promise<IncomingMessage>; request: http.ClientRequest } {
  const part = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const bytes = silence(2);
  const fields = `${part('name="submissionId"')}${randomUUID()}\r\n`;
  const head = Buffer.from(`${fields}${part('name="file"; filename="fala.wav"')}`);
  const end = Buffer.from('\r\n--b--\r\n');
  const request = http.request(`${celeste.address}/transcriptions`, {
    method: 'POST',
    headers: {
      Cookie: person.cookieHeader(),
      Origin: celeste.address,
      'Content-Type': 'multipart/form-data; boundary=b',
      // Without it, the server reserves space for the largest file.
      'Content-Length': head.length + bytes.length + end.length,
    },
  });
  request.on('error', () => undefined);
  request.write(Buffer.concat([head, bytes.subarray(0, bytes.length / 2)]));
  return {
    request,
    async finish() {
      request.end(Buffer.concat([bytes.subarray(bytes.length / 2), end]));
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      return answer.resume();
    },
  };
}

describe.sequential('an uncaught error', () => {
  it('in the web process cuts no request: a new process takes over while it drains', async () => {
    const [before] = processIds('web');
    const upload = halfUpload();
    const forgotten = halfUpload();
    await expect.poll(() => filesIn(celeste), PATIENCE).toHaveLength(2);
    process.kill(before!, 'SIGUSR2');
    await expect.poll(() => processIds('web').some((pid) => pid !== before), PATIENCE).toBe(true);
    await expect.poll(isHealthy, PATIENCE).toBe(true);
    expect(processIds('web')).toContain(before);
    expect((await upload.finish()).statusCode).toBe(303);
    // Requests that never end are abandoned after 10 s.
    await expect.poll(() => processIds('web').includes(before!), PATIENCE).toBe(false);
    forgotten.request.destroy();
    const told = await fatalLines();
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0]!)).toMatchObject({ pid: before, error: { message: 'told to throw' } });
    expect((await person.get('/transcriptions')).status).toBe(200);
  });

  it('an unhandled rejection ends an idle process at once', async () => {
    const [before] = processIds('web');
    process.kill(before!, 'SIGHUP');
    const startedAt = Date.now();
    await expect.poll(() => processIds('web').includes(before!), PATIENCE).toBe(false);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await expect.poll(isHealthy, PATIENCE).toBe(true);
    expect((await fatalLines()).at(-1)).toContain('told to reject');
  });

  it('in the worker requeues its job, and another worker completes it', async () => {
    const [before] = processIds('worker');
    const bytes = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));
    expect((await person.upload({ name: 'reunião.wav', bytes })).status).toBe(303);
    const status = () =>
      rows(celeste, `SELECT status FROM transcriptions WHERE title = 'reunião'`).then(([row]) => row?.status);
    await expect.poll(status, PATIENCE).toBe('processing');
    process.kill(before!, 'SIGUSR2');
    await expect.poll(() => processIds('worker').includes(before!), PATIENCE).toBe(false);
    await expect.poll(status, PATIENCE).toBe('succeeded');
    expect((await fatalLines()).at(-1)).toContain(`"pid":${before}`);
    const [job] = await rows(celeste, `SELECT MAX(attempts) AS most FROM jobs`);
    expect(Number(job?.most ?? 0)).toBeLessThanOrEqual(1);
  });
});
