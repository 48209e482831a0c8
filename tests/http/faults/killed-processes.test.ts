import '@/tests/support/data-folder';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { filesIn } from '../platform/data-dir';
import { silence } from '../transcription/recordings';

let dataDir: string;
const running: RunningCeleste[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(inject('runFolder'), 'dead-'));
});

afterEach(async () => {
  for (const half of running.splice(0)) await half.stop();
});

async function start(command: 'web' | 'worker', port = '0'): Promise<RunningCeleste> {
  const half = await startCeleste({ command, dataDir, env: { PORT: port } });
  running.push(half);
  return half;
}

async function kill(half: RunningCeleste): Promise<void> {
  const gone = once(half.process, 'exit');
  half.process.kill('SIGKILL');
  await gone;
}

const temporaryFiles = () => readdir(path.join(dataDir, 'tmp')).catch(() => []);

/** Starts a single-request upload and sends only the first half. */
function sendHalf(web: RunningCeleste, cookie: string): void {
  const bytes = silence(60);
  const head = ['submissionId', 'language'].map(
    (name) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name === 'language' ? 'pt' : crypto.randomUUID()}\r\n`,
  );
  const form = `${head.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="fala.wav"\r\n\r\n`;
  const sent = request(`${web.address}/transcriptions`, {
    method: 'POST',
    headers: {
      Cookie: cookie,
      Origin: web.address,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': form.length + bytes.length + 9,
    },
  });
  sent.on('error', () => {});
  sent.write(form);
  sent.write(bytes.subarray(0, bytes.length / 2));
}

it('removes the temporary files of killed processes, and keeps resumable uploads', async () => {
  const [web, worker] = [await start('web'), await start('worker')];
  const person = await signUp(web);
  const begun = await person.beginUpload({ sizeBytes: 100 });
  const { address } = JSON.parse(begun.body) as { address: string };
  await person.request(address, {
    method: 'PATCH',
    body: 'x'.repeat(50),
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      Origin: web.address,
      'Content-Type': 'application/offset+octet-stream',
    },
  });
  const resumable = await filesIn(web);
  expect(resumable).toHaveLength(1);
  sendHalf(web, person.cookieHeader());
  await expect.poll(() => filesIn(web)).toHaveLength(2);
  await kill(web);
  expect(await filesIn(web)).toHaveLength(2);

  const again = await start('web', new URL(web.address).port);
  expect(await filesIn(again)).toEqual(resumable);
  expect(await temporaryFiles()).toEqual([]);

  await person.post('/transcriptions', { intent: 'sample' });
  // The upload's own temporary folder comes and goes before that of the transcription.
  await expect
    .poll(async () => (await temporaryFiles()).some((name) => name.includes('~transcribe-')))
    .toBe(true);
  await kill(worker);
  expect(await temporaryFiles()).not.toEqual([]);
  await start('web');
  expect(await temporaryFiles()).toEqual([]);
});
