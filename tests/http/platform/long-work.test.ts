import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { addToken } from '../api/add-token';
import { ApiClient } from '../api/api-client';
import { editable, editableDocument } from '../transcript/editable';
import { textOf } from './page';

/** procfs, used to find and stop the child processes of a server. */
const PROC = '/proc/self/stat';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };
let page: string;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  ana = await signUp(celeste);
  const sentence = 'e então ficou combinado que a entrega seria feita na semana seguinte';
  page = await editable(
    celeste,
    ana,
    Array.from({ length: 400 }, (_, index) => ['AB'[index % 2]!, sentence]),
  );
});

afterAll(() => celeste.stop());

/** The child processes that answer long requests, each with its state (proc(5)). */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return state !== 'Z' && Number(parent) === celeste.process.pid ? [{ pid: Number(name), state }] : [];
      } catch {
        return [];
      }
    });

const children = () => processes().map(({ pid }) => pid);

const GUESSED = { 'x-celeste-secret': 'guessed', 'x-celeste-context': '{' };

/** IPv4 connections in a process's network namespace. */
const connectionsOf = (pid: number) =>
  readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, address, , state, queues, , , , , inode] = line.trim().split(/\s+/);
      const [port, unread] = [address!.split(':')[1]!, queues!.split(':')[1]!];
      return { port: Number.parseInt(port, 16), unread: Number.parseInt(unread, 16), state, inode };
    });

/** Ports on which a process listens. */
function portsOf(pid: number): number[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).map(
      (fd) => /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1],
    ),
  );
  return connectionsOf(pid)
    .filter(({ state, inode }) => state === '0A' && own.has(inode))
    .map(({ port }) => port);
}

/** Waits until a request has arrived, unread, at one of the stopped processes. */
const arrived = (pids: number[]) =>
  expect
    .poll(() =>
      pids.some((pid) => {
        const ports = portsOf(pid);
        return connectionsOf(pid).some(
          ({ port, state, unread }) => state === '01' && unread > 0 && ports.includes(port),
        );
      }),
    )
    .toBe(true);

/** Stops the child processes (SIGSTOP) during a callback, as an endless computation would. */
async function whileStopped<T>(act: (pids: number[]) => Promise<T>): Promise<T> {
  await ana.get(page);
  const pids = children();
  expect(pids.length).toBeGreaterThan(0);
  // A process that is stopped before it reports its turn as finished gets no further turn.
  await expect.poll(() => processes().every(({ state }) => state === 'S')).toBe(true);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await act(pids);
  } finally {
    for (const pid of children()) process.kill(pid, 'SIGCONT');
  }
}

describe.skipIf(!existsSync(PROC))(`what long work holds up (needs ${PROC})`, () => {
  it('is only the request itself: other requests are answered meanwhile, with the same response', async () => {
    const before = await ana.get(`${page}/export.json`);
    const addresses = [
      page,
      `${page}?edit=1`,
      `${page}/words`,
      `${page}/export.pdf`,
      `${page}/versions?compare=1`,
    ];
    await whileStopped(async (pids) => {
      const answers: number[] = [];
      const late = Promise.all(
        addresses.map((path) => ana.get(path).then(({ status }) => answers.push(status))),
      );
      for (const path of ['/healthz', '/dashboard', '/transcriptions', '/wallet']) {
        expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
      }
      expect(answers).toEqual([]);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      await late;
      expect(answers).toEqual(Array(5).fill(200));
    });
    expect((await ana.get(`${page}/export.json`)).body).toBe(before.body);
  });

  it('may reject a form before it is complete, and the server survives', async () => {
    const body = `intent=title&transcription_name=${'x'.repeat(15_000_000)}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: celeste.address };
    for (let time = 0; time < 5; time += 1) {
      expect((await ana.request(page, { method: 'POST', body, headers })).status).toBe(400);
    }
    expect((await ana.get('/healthz')).status).toBe(200);
    expect(celeste.process.exitCode).toBeNull();
  });

  it('is carried out by a process of its own for programs too', async () => {
    const token = await addToken(celeste, ana, ['read']);
    const api = new ApiClient(celeste.address, token);
    const path = page.replace('/transcriptions/', '/transcription/');
    await whileStopped(async (pids) => {
      const answers: number[] = [];
      const late = [api.post(`/export/pdf${path}`), api.get(`/v1${page}/blocks`)].map((asked) =>
        asked.then(({ status }) => answers.push(status)),
      );
      expect((await api.get('/transcription/all')).status).toBe(200);
      expect((await ana.get('/healthz')).status).toBe(200);
      expect(answers).toEqual([]);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      await Promise.all(late);
      expect(answers).toEqual([200, 200]);
    });
  });

  it('does not include a short text', async () => {
    const short = await editable(celeste, ana);
    const document = await editableDocument(ana, { title: 'Ata' });
    await whileStopped(async () => {
      for (const path of [short, `${short}/words`, document]) {
        expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
      }
    });
  });

  it('includes a long form of a short document', async () => {
    const document = await editableDocument(ana, { title: 'Livro' });
    const fields = {
      intent: 'preview',
      title: 'Livro',
      version: '1',
      changes: '0',
      content: '*a '.repeat(30_000),
    };
    await whileStopped(async (pids) => {
      const late = ana.post(document, fields);
      expect((await ana.get('/healthz')).status).toBe(200);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      const { status, body } = await late;
      expect([status, body.includes('<em>a </em>')]).toEqual([200, true]);
    });
  });

  it('is limited per account, and in total for others', async () => {
    const bia = await signUp(celeste, 'Bia Lima');
    await whileStopped(async (pids) => {
      const asked = Array.from({ length: 10 }, () => ana.get(page));
      const refused = await Promise.race(asked);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5']);
      expect(textOf(refused.body)).toContain('Muitas tentativas em pouco tempo');
      expect(refused.body).toContain('<title>Muitas tentativas em pouco tempo · Celeste</title>');
      await ana.post('/language', { lang: 'en' });
      expect(textOf((await ana.get(page)).body)).toContain('Too many requests');
      await ana.post('/language', { lang: 'pt' });
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      expect((await bia.get(page)).status).toBe(404);
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([...Array(8).fill(200), 429, 429]);
    });
  });

  it('is retried when its process dies, for a GET', async () => {
    await whileStopped(async (pids) => {
      const late = Promise.all([ana.get(page), ana.get(`${page}/export.txt`)]);
      await arrived(pids);
      expect((await ana.get('/healthz')).status).toBe(200);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      expect((await late).map(({ status }) => status)).toEqual([200, 200]);
    });
    expect(celeste.process.exitCode).toBeNull();
  });

  it('fails alone, with an error page, when its process dies during a post', async () => {
    const document = await editableDocument(ana, { title: 'Livro' });
    const fields = { intent: 'preview', title: 'Livro', version: '1', changes: '0' };
    await whileStopped(async (pids) => {
      const failing = ana.post(document, { ...fields, content: '*a '.repeat(30_000) });
      await arrived(pids);
      expect((await ana.get('/healthz')).status).toBe(200);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      const { status, body } = await failing;
      expect([status, textOf(body)]).toEqual([500, expect.stringContaining('Algo deu errado')]);
    });
    expect((await ana.get(page)).status).toBe(200);
    expect(celeste.process.exitCode).toBeNull();
  });

  it('is aborted when the browser disconnects', async () => {
    await whileStopped(async (pids) => {
      const gone = new AbortController();
      const left = ana.request(page, { signal: gone.signal });
      await arrived(pids);
      expect((await ana.get('/healthz')).status).toBe(200);
      gone.abort();
      await expect(left).rejects.toThrow();
      await expect
        .poll(() => children().filter((pid) => pids.includes(pid)).length)
        .toBeLessThan(pids.length);
    });
    expect((await ana.get(page)).status).toBe(200);
  });
});

it.skipIf(!existsSync(PROC))(`is done for nobody but the web server (needs ${PROC})`, async () => {
  await whileStopped(async (pids) => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    const listening = pids.flatMap(portsOf);
    expect(listening.length).toBeGreaterThan(0);
    for (const port of listening) {
      for (const headers of [new Headers(), new Headers(GUESSED)]) {
        expect((await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).status).toBe(403);
      }
    }
    await expect(fetch(`${celeste.address}/healthz`)).resolves.toMatchObject({ status: 200 });
  });
});

it('has an error page for rejected requests, which redirects at its own URL', async () => {
  expect(await ana.get('/refused')).toMatchObject({ status: 302, location: '/' });
});

it('rejects a form over the maximum size as too large', async () => {
  const document = await editableDocument(ana, { title: 'Livro' });
  const fields = {
    intent: 'preview',
    title: 'Livro',
    version: '1',
    changes: '0',
    content: 'a'.repeat(37_000_000),
  };
  expect((await ana.post(document, fields)).status).toBe(413);
});
