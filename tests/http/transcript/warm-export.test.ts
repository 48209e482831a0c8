import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { until } from '@/tests/support/until';
import { editable } from './editable';

/** A process that has to start first takes ten times as long; `npm run bench -- exports` has the time itself. */
const LIMIT_RATIO = 3;
const WORDS = Array.from({ length: 60 }, (_, index) => `palavra${index}`).join(' ');

let celeste: RunningCeleste;
let owner: TestUser;
let page: string;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  owner = await signUp(celeste);
  page = await editable(celeste, owner, [['A', WORDS]]);
});

afterAll(() => celeste.stop());

/** Child processes that answer requests. */
function answering(server: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return Number(parent) === server && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('offload');
      } catch {
        // It has just ended.
        return false;
      }
    });
}

const warmProcess = () =>
  until(async () => answering(celeste.process.pid!)[0], { what: 'a process that is kept ready' });

it('a PDF of sixty words takes no longer for the first than for the next', { retry: 2 }, async () => {
  await warmProcess();
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const startedAt = performance.now();
    const { status } = await owner.get(`${page}/export.pdf`);
    times.push(performance.now() - startedAt);
    expect(status).toBe(200);
  }
  const [first, ...next] = times;
  expect(first).toBeLessThan(LIMIT_RATIO * next.toSorted((one, other) => one - other)[2]!);
});

it('one process answers two accounts, each with its own text', async () => {
  const pid = await warmProcess();
  const other = await signUp(celeste);
  const theirs = await editable(celeste, other, [['A', 'segredo alheio']]);
  for (let round = 0; round < 3; round += 1) {
    const own = await owner.get(`${page}/export.docx`);
    const foreign = await other.get(`${theirs}/export.docx`);
    expect([own.status, foreign.status]).toEqual([200, 200]);
    expect(own.body).not.toBe(foreign.body);
    expect((await owner.get(`${theirs}/export.pdf`)).status).toBe(404);
    expect((await other.get(`${page}/export.pdf`)).status).toBe(404);
  }
  expect(answering(celeste.process.pid!)).toContain(pid);
});

it('the process dies with the server, however that ends', async () => {
  const pid = await warmProcess();
  celeste.process.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});
