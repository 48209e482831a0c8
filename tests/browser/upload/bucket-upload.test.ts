import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { logOf, rows } from '@/tests/http/platform/data-dir';
import { longSample, silence } from '@/tests/http/transcription/recordings';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import {
  type CorsRule,
  type Fault,
  type ReceivedRequest,
  startGoogleStorage,
} from '@/tests/support/google-storage';
import { signUp, type TestUser } from '@/tests/support/test-user';

const MB = 1024 * 1024;
const QUANTUM = 256 * 1024;
const folder = mkdtempSync(path.join(tmpdir(), 'celeste-bucket-upload-'));
const google = await startGoogleStorage();

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({
    command: 'web',
    env: {
      STORAGE_URL: `gs://${google.bucket}`,
      STORAGE_API_ENDPOINT: google.address,
      GOOGLE_APPLICATION_CREDENTIALS: google.keyFile,
    },
  });
});

afterAll(async () => {
  await celeste.stop();
  await google.stop();
  rmSync(folder, { recursive: true });
});

/** The bucket's CORS configuration from docs/operating.md, with the origin of the instance under test. */
function readDocumentedCorsRules(): CorsRule[] {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const rules = /--cors-file=FILE[\s\S]*?```json\n([\s\S]*?)```/.exec(page)![1]!;
  return JSON.parse(rules.replace('https://celeste.example.org', celeste.address)) as CorsRule[];
}

/** A chunk sent by the page. The server sends only status queries to upload sessions. */
const isChunk = ({ method, headers }: ReceivedRequest) =>
  method === 'PUT' && headers.origin !== undefined && /^bytes \d/.test(String(headers['content-range']));

const firstByte = (headers: ReceivedRequest['headers']) =>
  Number(/ (\d+)-/.exec(headers['content-range']!)![1]);

describeInBrowser('an upload straight to a bucket', (browser) => {
  /** Two chunks long. */
  const recording = longSample(5);
  let person: TestUser & { email: string };
  let page: Page;
  /** Requests that reached our own server by the tus protocol. */
  let tusRequests: string[];

  beforeEach(async () => {
    google.objects.clear();
    google.requests.length = 0;
    google.faultOf = () => null;
    google.cors = readDocumentedCorsRules();
    person = await signUp(celeste);
    page = await openPage(browser(), celeste, { as: person });
    page.setDefaultTimeout(30_000);
    tusRequests = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') tusRequests.push(request.url());
    });
    await open();
    return () => page.context().close();
  });

  async function open(): Promise<void> {
    await page.goto('/transcriptions');
    await page.waitForLoadState('networkidle');
  }

  const button = (name: string) =>
    page.locator('[data-upload-card]').getByRole('button', { name, exact: true });

  /** Chosen from a file on disk, whose bytes Chromium reads only to send them. */
  async function send(bytes = recording): Promise<void> {
    const file = path.join(folder, String(bytes.length), 'fala.wav');
    if (!existsSync(file)) {
      mkdirSync(path.dirname(file));
      writeFileSync(file, bytes);
    }
    await page.getByLabel('Arraste gravações para cá ou escolha arquivos').setInputFiles(file);
    // Chromium cannot read the length of the lowest sample rates.
    await button(bytes === recording ? 'Transcrever' : 'Enviar assim mesmo').click();
  }

  const arrived = () => page.getByText('Arquivo enviado para transcrição').waitFor();

  /** Injects one fault into each chunk in turn; chunks succeed when no fault is left. */
  function failChunks(...faults: Fault[]): void {
    google.faultOf = (asked) => (isChunk(asked) ? (faults.shift() ?? null) : null);
  }

  const readUnfinishedUploads = () =>
    rows(
      celeste,
      `SELECT 1 FROM uploads p JOIN users u ON u.id = p.user_id WHERE u.email = '${person.email}'`,
    );

  async function expectWhole(bytes = recording): Promise<void> {
    const own = await rows(
      celeste,
      `SELECT storage_key, size_bytes, t.status FROM transcriptions t JOIN users u ON u.id = t.user_id
       WHERE u.email = '${person.email}'`,
    );
    expect(own).toMatchObject([{ size_bytes: bytes.length, status: 'pending' }]);
    const kept = google.objects.get(String(own[0]!.storage_key))!;
    expect(kept.bytes.equals(bytes)).toBe(true);
    expect(kept.storageClass).toBe('NEARLINE');
    expect(await readUnfinishedUploads()).toEqual([]);
  }

  it('bypasses our server, in chunks, and is registered like any other upload', async () => {
    await send();
    await arrived();
    await expectWhole();
    const ranges = google.requests.filter(isChunk).map(({ headers }) => headers['content-range']);
    expect(ranges).toEqual([
      `bytes 0-${8 * MB - 1}/${recording.length}`,
      `bytes ${8 * MB}-${recording.length - 1}/${recording.length}`,
    ]);
    expect(tusRequests).toEqual([]);
    expect((await logOf(celeste)) + celeste.output()).not.toMatch(/upload_id|upload\/storage/);
  });

  it('is complete after 503s, cut connections, partially stored chunks and lost responses', async () => {
    failChunks(
      ...(['unavailable', { cutRequestAfter: 3 * MB + 11 }, { keepsLess: 3 * MB }] as const),
      ...[{ cutRequestAfter: 200_000 }, { cutAnswerAfter: 0 }],
    );
    await send();
    await arrived();
    await expectWhole();
    expect(tusRequests).toEqual([]);
  });

  it('starts over in a new upload session when the old one has expired', async () => {
    const sessions = new Set<string>();
    google.faultOf = (asked) => {
      if (!isChunk(asked)) return null;
      const session = asked.query.get('upload_id')!;
      sessions.add(session);
      if (sessions.size === 1 && google.requests.filter(isChunk).length === 2) google.endSession(session);
      return null;
    };
    await send();
    await arrived();
    await expectWhole();
    expect(sessions.size).toBe(2);
    expect(tusRequests).toEqual([]);
  });

  it('resumes at its offset after a pause and a reload', async () => {
    const faults: Fault[] = [{ keepsLess: 1 }, { cutRequestAfter: MB }];
    google.faultOf = (asked) => (isChunk(asked) ? (faults.shift() ?? 'unavailable') : null);
    await send();
    await expect.poll(() => google.requests.filter(isChunk).length).toBeGreaterThan(1);
    await button('Pausar fala.wav').click();
    const before = google.requests.filter(isChunk).length;
    google.faultOf = () => null;
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.waitForLoadState('networkidle');
    const banner = page.locator('[data-island="unfinished-uploads"]');
    expect(await banner.innerText()).toMatch(/fala\.wav: 79% de/);
    await send();
    await arrived();
    await expectWhole();
    const [first] = google.requests.filter(isChunk).slice(before);
    expect(firstByte(first!.headers)).toBe(8 * MB - QUANTUM + MB);
    expect(tusRequests).toEqual([]);
  });

  it('retries on a new connection when the old one stalls, as after sleep mode', async () => {
    await page.clock.install();
    await open();
    let held = 0;
    await page.route(`${google.address}/**`, (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      held += 1;
      return undefined;
    });
    await send(silence(2));
    await expect.poll(() => held).toBe(1);
    await page.unroute(`${google.address}/**`);
    await page.clock.fastForward('01:30');
    await arrived();
    await expectWhole(silence(2));
    expect(tusRequests).toEqual([]);
  });

  it('falls back to our server when CORS of the bucket rejects our origin', async () => {
    google.cors = [{ ...readDocumentedCorsRules()[0]!, origin: ['https://elsewhere.example.org'] }];
    await send(silence(2));
    await arrived();
    await expectWhole(silence(2));
    expect(tusRequests).toHaveLength(1);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    failChunks(...Array<Fault>(50).fill('unavailable'));
    await send();
    await expect.poll(() => google.requests.filter(isChunk).length).toBeGreaterThan(0);
    await button('Cancelar envio').click();
    await button('Transcrever').waitFor();
    await expect.poll(readUnfinishedUploads).toEqual([]);
    expect([...google.objects.keys()]).toEqual([]);
  });
});
