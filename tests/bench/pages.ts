import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@/models/database.server';
import { editable } from '@/tests/http/transcript/editable';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { cpuMsOf } from '../support/cpu-time';
import { findMariaDb, startMariaDb } from '../support/mariadb';
import { recordingStatements, statementsOf } from '../support/statements';
import { markdownTable } from './markdown';

const USUAL_REQUESTS = 150;
const ROUNDS = 3;
/** The peer's pages are cheap, and the kernel counts in ticks of 10 ms. */
const BARE_FACTOR = 10;
const RECORDINGS = 20;
const UTTERANCES = 60;
const SENTENCE = 'e então ficou combinado que a entrega seria feita na semana seguinte';

/**
 * CPU time of a request of some pages, compared in the same run with a bare Express server that renders pages of the
 * same elements by React, both without compression; statements for each; and requests that a core could answer in a
 * second. On SQLite, and on MariaDB where it is installed.
 * @param requests of each round
 */
export async function pages(requests = USUAL_REQUESTS): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bench-'));
  try {
    process.stdout.write('  on SQLite\n');
    await measure(path.join(folder, 'sqlite'), {}, requests);
    const programs = findMariaDb();
    if (!programs) return void process.stdout.write('  MariaDB is not installed\n');
    process.stdout.write('  on MariaDB\n');
    const server = await startMariaDb(programs, path.join(folder, 'mariadb'));
    try {
      const administration = openDatabase({ url: `${server.url}/mysql` });
      await administration.query('CREATE DATABASE bench');
      await administration.close();
      await measure(path.join(folder, 'data'), { DATABASE_URL: `${server.url}/bench` }, requests);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Page {
  name: string;
  path: string;
}

async function measure(dataDir: string, env: Record<string, string>, requests: number): Promise<void> {
  const server = { command: 'web', dataDir, env } as const;
  const celeste = await startCeleste(server);
  const measured = await measurePages(celeste, requests).finally(() => celeste.stop());
  const statements = await countStatements(server, measured);
  const heads = [
    ...['page', 'kB', 'CPU, ms', 'bare, ms', 'ratio (target ≤ 10)', 'CPU with br, ms'],
    ...['requests/s and core', 'statements (target ≤ 5)'],
  ];
  const rows = measured.rows.map((row, index) => [...row, String(statements[index])]);
  process.stdout.write(`${markdownTable(heads, rows)}\n`);
}

interface Measured {
  person: TestUser;
  shown: Page[];
  rows: string[][];
}

async function measurePages(celeste: RunningCeleste, requests: number): Promise<Measured> {
  const person = await signUp(celeste);
  const shown = await makePages(celeste, person);
  const bare = await startBare(celeste.dataDir, shown, person);
  try {
    const rows: string[][] = [];
    for (const [index, page] of shown.entries()) {
      rows.push(await compare({ celeste, person, page, requests }, { ...bare, path: `/${index}` }));
    }
    return { person, shown, rows };
  } finally {
    bare.process.kill();
  }
}

async function makePages(celeste: RunningCeleste, person: TestUser & { email: string }): Promise<Page[]> {
  for (let made = 1; made < RECORDINGS; made += 1) await editable(celeste, person);
  const text = Array.from({ length: UTTERANCES }, (_, index): [string, string] => [
    'AB'[index % 2]!,
    SENTENCE,
  ]);
  return [
    { name: 'list, first page', path: '/transcriptions' },
    { name: `list of ${RECORDINGS}`, path: '/transcriptions?limit=24' },
    { name: 'dashboard', path: '/dashboard' },
    { name: `transcript of ${UTTERANCES} utterances`, path: await editable(celeste, person, text) },
    { name: 'wallet', path: '/wallet' },
  ];
}

interface BareServer {
  process: ChildProcess;
  address: string;
}

async function startBare(dataDir: string, shown: Page[], person: TestUser): Promise<BareServer> {
  const files: string[] = [];
  for (const [index, { path: address }] of shown.entries()) {
    const { status, body } = await person.get(address);
    if (status !== 200) throw new Error(`${address} was answered with ${status}`);
    const file = path.join(dataDir, `page-${index}.html`);
    await writeFile(file, body);
    files.push(file);
  }
  const script = path.join(import.meta.dirname, 'bare-pages.mjs');
  const child = fork(script, files, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    execArgv: [],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, address: `http://127.0.0.1:${port}` };
}

interface Asked {
  celeste: RunningCeleste;
  person: TestUser;
  page: Page;
  requests: number;
}

/** In turns, so that both meet the same load of the machine; the first round warms up. */
async function compare({ celeste, person, page, requests }: Asked, bare: BareServer & { path: string }) {
  const cookie = { Cookie: person.cookieHeader() };
  const own = { address: celeste.address + page.path, pid: celeste.process.pid!, requests, headers: cookie };
  const compressed = { ...own, headers: { ...cookie, 'Accept-Encoding': 'br' } };
  const peer = {
    address: bare.address + bare.path,
    pid: bare.process.pid!,
    requests: requests * BARE_FACTOR,
    headers: {},
  };
  const totals = { own: 0, compressed: 0, peer: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = {
      own: await cpuEach(own),
      compressed: await cpuEach(compressed),
      peer: await cpuEach(peer),
    };
    if (round === 0) continue;
    for (const face of ['own', 'compressed', 'peer'] as const) totals[face] += took[face] / ROUNDS;
  }
  const bytes = (await bytesOf(own.address, own.headers)) / 1000;
  return [
    page.name,
    bytes.toFixed(1),
    totals.own.toFixed(1),
    totals.peer.toFixed(2),
    `${(totals.own / totals.peer).toFixed(1)} ×`,
    totals.compressed.toFixed(1),
    (1000 / totals.compressed).toFixed(0),
  ];
}

interface Load {
  address: string;
  pid: number;
  requests: number;
  headers: Record<string, string>;
}

/** CPU time of a request, in ms; one after the other, by one connection. */
async function cpuEach({ address, pid, requests, headers }: Load): Promise<number> {
  const before = cpuMsOf(pid);
  for (let made = 0; made < requests; made += 1) await bytesOf(address, headers);
  return (cpuMsOf(pid) - before) / requests;
}

const connections = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** As sent: not decompressed here. */
async function bytesOf(address: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(http.get(address, { agent: connections, headers }), 'response')) as [
    http.IncomingMessage,
  ];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) bytes += part.length;
  if (response.statusCode !== 200) throw new Error(`${address} was answered with ${response.statusCode}`);
  return bytes;
}

/** By a server of its own on the same data, since recording costs time. The first request is not counted. */
async function countStatements(
  server: { command: 'web'; dataDir: string; env: Record<string, string> },
  { person, shown }: Measured,
): Promise<number[]> {
  const file = path.join(server.dataDir, 'statements');
  const celeste = await startCeleste({ ...server, env: { ...server.env, ...recordingStatements(file) } });
  try {
    const counts: number[] = [];
    for (const page of shown) {
      const ask = () => bytesOf(celeste.address + page.path, { Cookie: person.cookieHeader() });
      await ask();
      counts.push((await statementsOf(file, ask)).length);
    }
    return counts;
  } finally {
    await celeste.stop();
  }
}
