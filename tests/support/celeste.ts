import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { openDatabase } from '@/models/database.server';
import { builtCommand } from './built';
import type { SmallDisk } from './small-disk';
import { until } from './until';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** As in package.json: objects of a request die young, and their heap space is what grows during uploads. */
const SMALL_NURSERY = '--max-semi-space-size=2';

/** Ended with this process, also when a run is stopped. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

/**
 * A running instance of Celeste: the built server and worker on a free loopback port with an empty data
 * folder.
 */
export interface RunningCeleste {
  address: string;
  dataDir: string;
  database: { url: string } | { file: string };
  process: ChildProcess;
  /** Output so far. */
  output(): string;
  /** Waits for the newest e-mail to an address. */
  mailTo(email: string): Promise<{ subject: string; text: string; code: string; linkPath: string }>;
  stop(): Promise<void>;
}

/**
 * Starts the build by its own command.
 * @param options.command 'start' for server and worker, or one of them
 * @param options.dataDir an existing folder; by default a new one is created, and removed at the end
 * @param options.disk puts the folder on this disk
 * @param options.secret of the installation; by default a new one
 */
export async function startCeleste(
  options: {
    command?: 'start' | 'web' | 'worker';
    env?: Record<string, string>;
    dataDir?: string;
    disk?: SmallDisk;
    secret?: string;
  } = {},
): Promise<RunningCeleste> {
  const { disk, secret } = options;
  const dataDir = disk?.folder ?? options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'celeste-test-')));
  if (secret) await writeFile(path.join(dataDir, 'session-secret'), secret, { mode: 0o600 });
  const script = builtCommand(options.command ?? 'start');
  const [program, ...args] = [...(disk?.enter ?? []), process.execPath, SMALL_NURSERY, script];
  const child = spawn(program!, args, {
    cwd: projectDir,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: disk?.folderInside ?? dataDir,
      SPEECH_MODELS: 'demo',
      // A test that ends waits for nobody.
      DRAIN_SECONDS: '2',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let hasEnded = false;
  // Unlike 'exit', after all output.
  child.once('close', () => (hasEnded = true));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
    }
    if (!disk && !options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  const sign = options.command === 'worker' ? /waits for recordings/ : /Celeste is at (\S+)/;
  const hasStarted = () => {
    if (sign.test(output)) return true;
    if (hasEnded) throw new Error(`Celeste did not start:\n${output}`);
    return false;
  };
  try {
    await until(hasStarted, { what: () => `the start of Celeste:\n${output}` });
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    address: sign.exec(output)?.[1] ?? '',
    dataDir,
    database: databaseIn(dataDir, options.env?.DATABASE_URL),
    process: child,
    output: () => output,
    mailTo: (email) => newestMail(path.join(dataDir, 'mail'), email),
    stop,
  };
}

export const databaseIn = (dataDir: string, url?: string): RunningCeleste['database'] =>
  url ? { url } : { file: path.join(dataDir, 'celeste.sqlite') };

const shared = new Map<'start' | 'web', Promise<RunningCeleste>>();

/**
 * The instance that the test files of one Vitest worker share, without settings of its own. For tests that look
 * only at what their own users have. Rate limits begin anew for each file.
 * @param command 'web': nothing is transcribed; 'start': by a worker process
 */
export async function sharedCeleste(command: 'start' | 'web' = 'web'): Promise<RunningCeleste> {
  // No assistant is sent without a worker, but forms are refused where no browser is.
  const env: Record<string, string> = command === 'web' ? { CHROMIUM_PATH: process.execPath } : {};
  const starting = shared.get(command) ?? startCeleste({ command, env });
  shared.set(command, starting);
  const celeste = await starting;
  const database = openDatabase(celeste.database);
  await database.query('DELETE FROM rate_limits').finally(() => database.close());
  return celeste;
}

/** By path: a file is never changed, and polls would parse all of them again. */
const parsedMails = new Map<string, Promise<ParsedMail>>();

function parseMail(file: string): Promise<ParsedMail> {
  const parsed = parsedMails.get(file) ?? readFile(file).then((source) => simpleParser(source));
  parsedMails.set(file, parsed);
  return parsed;
}

/** Waits for the newest e-mail in a folder to an address. */
export const newestMail = (folder: string, email: string) =>
  until(() => findNewestMail(folder, email), { what: `a mail to ${email} in ${folder}` });

async function findNewestMail(folder: string, email: string) {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  for (const file of files.sort().reverse()) {
    const mail = await parseMail(path.join(folder, file));
    const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
    if (to?.value[0]?.address !== email) continue;
    const text = mail.text ?? '';
    const link = /https?:\/\/[^/\s]+(\/validation\/\S+)/.exec(text);
    return {
      subject: mail.subject ?? '',
      text,
      code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
      linkPath: link?.[1] ?? '',
    };
  }
  return null;
}
