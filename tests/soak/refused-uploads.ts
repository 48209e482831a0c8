import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signUpAdmin } from '@/tests/http/admin/administrator';
import { filesIn, logOf } from '@/tests/http/platform/data-dir';
import type { TestUser } from '@/tests/support/test-user';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const AT_ONCE = 4;
/** Of a file; the size limit is half of it. */
const MOST_BYTES = 2_000_000;
const MAX_FILE_GB = '0.001';
/** More than the server reads of a body after its response. */
const HUGE_BYTES = 70_000_000;
const MOST_PIECE_BYTES = 256 * 1024;
/** A silent client disconnects after this. */
const SILENCE_MS = 300;
/** Timeout for a response. */
const PATIENCE_MS = 20_000;
const LONGEST_HEALTH_CHECK_MS = 5_000;

const REJECTIONS = [
  ...[
    'wrong extension',
    'huge file of a wrong extension',
    'too large, announced',
    'too large, not announced',
  ],
  ...['wrong language', 'no fields', 'no file', 'a file without a name', 'several files', 'no recording'],
  ...['malformed part', 'no boundary', 'unended form', 'picture', 'picture of an advertisement'],
  ...['shared file', 'piece at a wrong place', 'piece too long', 'piece of no upload'],
] as const;

/** What the client does after the request has started. */
const ENDINGS = ['sends all', 'leaves', 'resets', 'half closes', 'falls silent'] as const;

type Rejection = (typeof REJECTIONS)[number];
type Ending = (typeof ENDINGS)[number];

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** With `Content-Length`, or else chunked (RFC 9112, section 7.1). */
  isAnnounced: boolean;
}

export const soak: Soak = ({ count, seed }) => rejectUploads({ count, random: new Random(seed) });

/**
 * Sends uploads of every kind that are rejected or broken off. Asserts that the server neither exits nor
 * stalls: its process stays the same, every health check succeeds, a client that sends everything gets a
 * response, nothing is stored, no descriptor leaks and no rejection is logged as a bug.
 * @throws AssertionError when one of these does not hold
 */
export async function rejectUploads(run: { count: number; random: Random }): Promise<Figures> {
  const celeste = await startCeleste({ command: 'web', env: { MAX_FILE_GB } });
  try {
    const admin = await signUpAdmin(celeste);
    const before = await openDescriptors(celeste);
    const health = watchHealth(celeste);
    const attack = new RejectedUploads(celeste, admin, run.random);
    let begun = 0;
    const worker = async () => {
      while (begun < run.count) {
        begun += 1;
        if (begun % 50 === 0) printProgress(`${begun} uploads begun`);
        await attack.next();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { checks, slowestMs } = await health.end();
    const { exitCode, signalCode } = celeste.process;
    assert.deepEqual({ exitCode, signalCode }, { exitCode: null, signalCode: null }, 'the process goes on');
    // Resumable uploads are started on keep-alive connections.
    await untilAtMost(before + AT_ONCE, () => openDescriptors(celeste), 'open connections and files');
    await untilAtMost(0, async () => (await filesIn(celeste)).length, 'files in the storage');
    const bugs = (await logOf(celeste)).split('\n').filter((line) => /"level":[56]0/.test(line));
    assert.deepEqual(bugs, [], 'no refusal is logged as a bug');
    return {
      'uploads refused or broken off': run.count,
      ...Object.fromEntries([...attack.answers].sort().map(([status, n]) => [`answered ${status}`, n])),
      'ended without an answer': attack.unanswered,
      'health checks, all answered': checks,
      'slowest health check, ms': slowestMs,
    };
  } finally {
    await celeste.stop();
  }
}

/** Polls /healthz, on a new connection each time. */
function watchHealth(celeste: RunningCeleste) {
  let isOver = false;
  let checks = 0;
  let slowestMs = 0;
  const watch = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await fetch(`${celeste.address}/healthz`, {
        headers: { Connection: 'close' },
        signal: AbortSignal.timeout(LONGEST_HEALTH_CHECK_MS),
      });
      assert.equal(status, 200, '/healthz');
      checks += 1;
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedAt));
      await sleep(10);
    }
  };
  const watching = watch();
  watching.catch(() => undefined);
  return {
    /** @throws the error of the first failed check */
    async end() {
      isOver = true;
      await watching;
      return { checks, slowestMs };
    },
  };
}

class RejectedUploads {
  readonly #celeste: RunningCeleste;
  readonly #person: TestUser;
  readonly #random: Random;
  readonly answers = new Map<number, number>();
  unanswered = 0;

  constructor(celeste: RunningCeleste, person: TestUser, random: Random) {
    this.#celeste = celeste;
    this.#person = person;
    this.#random = random;
  }

  async next(): Promise<void> {
    const refusal = this.#random.pick(REJECTIONS);
    const ending = this.#random.pick(ENDINGS);
    const status = await this.#carryOut(await this.#requestFor(refusal), ending);
    const about = `${refusal}, whose client ${ending}: ${status}`;
    if (status === null) this.unanswered += 1;
    else this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === null) assert.notEqual(ending, 'sends all', about);
    else assert.ok(status >= 400 && status < 500, about);
  }

  /** @returns the HTTP status of the response; null without a response */
  async #carryOut(sent: Sent, ending: Ending): Promise<number | null> {
    const { hostname, port } = new URL(this.#celeste.address);
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    // The server may close the connection during the upload.
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const answered = new Promise<void>((resolve) => socket.once('end', resolve).once('close', resolve));
    socket.write(headOf(sent, this.#person.cookieHeader(), this.#celeste.address));
    const length = ending === 'sends all' ? sent.body.length : this.#random.below(sent.body.length);
    await this.#write(socket, sent, length);
    if (ending === 'sends all' && !sent.isAnnounced) socket.write('0\r\n\r\n');
    if (ending === 'resets') socket.resetAndDestroy();
    else if (ending === 'leaves') socket.destroy();
    else if (ending === 'half closes') socket.end();
    else if (ending === 'falls silent') setTimeout(() => socket.destroy(), SILENCE_MS);
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    await answered;
    clearTimeout(timer);
    socket.destroy();
    await closed;
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
    return status === undefined ? null : Number(status);
  }

  /** In chunks of random length, until the server has closed. */
  async #write(socket: net.Socket, { body, isAnnounced }: Sent, length: number): Promise<void> {
    for (let at = 0; at < length && socket.writable; ) {
      const piece = body.subarray(at, Math.min(length, at + 1 + this.#random.below(MOST_PIECE_BYTES)));
      at += piece.length;
      if (!isAnnounced) socket.write(`${piece.length.toString(16)}\r\n`);
      const isTaken = socket.write(piece);
      if (!isAnnounced) socket.write('\r\n');
      if (!isTaken) await drained(socket);
    }
  }

  async #requestFor(refusal: Rejection): Promise<Sent> {
    const bytes = this.#bytes();
    const fields = { submissionId: randomUUID(), language: 'pt' };
    switch (refusal) {
      case 'wrong extension':
        return form({ fields, files: [['notas.zip', bytes]] });
      case 'huge file of a wrong extension':
        return form({ fields, files: [['notas.zip', Buffer.alloc(HUGE_BYTES)]] });
      case 'too large, announced':
        return form({ fields, files: [['fala.wav', this.#tooMany()]] });
      case 'too large, not announced':
        return { ...form({ fields, files: [['fala.wav', this.#tooMany()]] }), isAnnounced: false };
      case 'wrong language':
        return form({ fields: { ...fields, language: 'xx' }, files: [['fala.wav', bytes]] });
      case 'no fields':
        return form({ fields: {}, files: [['fala.wav', bytes]] });
      case 'no file':
        return form({ fields, files: [] });
      case 'a file without a name':
        return form({ fields, files: [['', bytes]] });
      case 'several files':
        return form({ fields, files: [...['um.wav', 'dois.zip'].map((name): File => [name, bytes])] });
      case 'no recording':
        return form({ fields, files: [['fala.wav', bytes.subarray(0, MOST_BYTES / 4)]] });
      case 'malformed part':
        return {
          ...form({ fields, files: [] }),
          body: Buffer.from(`--b\r\n\0: \0\r\n\r\n${bytes}\r\n--b--`),
        };
      case 'no boundary': {
        const { headers, ...sent } = form({ fields, files: [['fala.wav', bytes]] });
        return { ...sent, headers: { ...headers, 'Content-Type': 'multipart/form-data' } };
      }
      case 'unended form': {
        const sent = form({ fields, files: [['fala.wav', bytes]] });
        return { ...sent, body: sent.body.subarray(0, sent.body.length - 1 - this.#random.below(40)) };
      }
      case 'picture':
        return form({ fields, files: [['eu.png', bytes]], path: '/account' });
      case 'picture of an advertisement':
        return form({ fields: { ...fields, title: 'Oi' }, files: [['a.png', bytes]], path: '/admin/ad' });
      case 'shared file':
        return form({ fields: {}, files: [['notas.zip', bytes]], path: '/share-target' });
      case 'piece at a wrong place':
        return piece(await this.#begin(), bytes.subarray(0, 1000), 7);
      case 'piece too long':
        return piece(await this.#begin(), Buffer.alloc(1000 + this.#random.below(MOST_BYTES)), 0);
      case 'piece of no upload':
        return piece(`/uploads/${randomUUID()}`, bytes, 0);
    }
  }

  async #begin(): Promise<string> {
    const { body } = await this.#person.beginUpload({ sizeBytes: 1000 });
    return (JSON.parse(body) as { address: string }).address;
  }

  #bytes(): Buffer {
    return Buffer.alloc(1 + this.#random.below(MOST_BYTES), 'não é som ');
  }

  #tooMany(): Buffer {
    return Buffer.alloc(MOST_BYTES + this.#random.below(MOST_BYTES));
  }
}

/** Resolves on `drain` or `close`. */
function drained(socket: net.Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });
}

type File = [name: string, bytes: Uint8Array];

function form(upload: { fields: Record<string, string>; files: File[]; path?: string }): Sent {
  const head = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const parts: Uint8Array[] = Object.entries(upload.fields).map(([name, value]) =>
    Buffer.from(`${head(`name="${name}"`)}${value}\r\n`),
  );
  for (const [name, bytes] of upload.files) {
    parts.push(Buffer.from(head(`name="file"; filename="${name}"`)), bytes, Buffer.from('\r\n'));
  }
  return {
    method: 'POST',
    path: upload.path ?? '/transcriptions',
    isAnnounced: true,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
  };
}

function piece(path: string, body: Buffer, offset: number): Sent {
  return {
    method: 'PATCH',
    path,
    body,
    isAnnounced: true,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
  };
}

function headOf({ method, path, headers, body, isAnnounced }: Sent, cookie: string, address: string): string {
  const all = {
    Host: new URL(address).host,
    Origin: address,
    Cookie: cookie,
    ...headers,
    ...(isAnnounced ? { 'Content-Length': body.length } : { 'Transfer-Encoding': 'chunked' }),
    // The response ends with the connection.
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Open sockets and recordings of the server. Database connections come and go by themselves. */
async function openDescriptors({ process: { pid }, dataDir }: RunningCeleste): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((link) => readlink(path.join(folder, link)).catch(() => '')),
  );
  const storage = path.join(dataDir, 'storage');
  return links.filter((link) => link.startsWith('socket:') || link.startsWith(storage)).length;
}

async function untilAtMost(most: number, figure: () => Promise<number>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while ((await figure()) > most && Date.now() < deadline) await sleep(100);
  const found = await figure();
  assert.ok(found <= most, `${what}: ${found}, at most ${most}`);
}
