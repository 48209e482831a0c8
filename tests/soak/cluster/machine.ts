import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectDir } from '@/app/config/env.server';
import { builtCommand } from '../../support/built';
import { type CuttingProxy, openCuttingProxy } from '../../support/cutting-proxy';
import { freePort } from '../../support/free-port';
import type { SmallDisk } from '../../support/small-disk';
import { until } from '../../support/until';
import type { Backend } from './balancer';
import type { Surroundings } from './surroundings';

/** The machine that runs the soak may be busy. */
const START_MS = 180_000;
/** More than the drain time, and what a job needs to hand itself back. */
const DRAIN_MS = 90_000;
const RESTART_PAUSE_MS = 500;
const LOG_LINES = 8;
const MOST_OF_A_LINE = 700;
const SKEWED_CLOCK = pathToFileURL(path.join(projectDir, 'tests/support/skewed-clock.js')).href;

const SIGNS = { web: /Celeste is at/, worker: /waits for recordings/ };

interface MachineOptions {
  name: string;
  role: 'web' | 'worker';
  surroundings: Surroundings;
  env: Record<string, string>;
  /** Holds its data folder. */
  disk: SmallDisk | null;
}

/**
 * One machine: a process of Celeste with a data folder of its own, lines to the database and to Redis, and a clock.
 * A process that ends by itself is noted, and started again.
 */
export class Machine implements Backend {
  readonly name: string;
  readonly role: 'web' | 'worker';
  readonly port: number;
  readonly disk: SmallDisk | null;
  readonly database: CuttingProxy;
  readonly redis: CuttingProxy;
  isListed = false;
  /** How wrong its clock is. */
  skewMs = 0;
  /** Whether a fault has it: no other may. */
  isTaken = false;
  /** Ends that nobody caused. */
  readonly crashes: string[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #dataDir: string;
  #process: ChildProcess | undefined;
  #output = '';
  #isEndExpected = true;

  private constructor(
    { name, role, disk, env, surroundings }: MachineOptions,
    { port, database, redis }: { port: number; database: CuttingProxy; redis: CuttingProxy },
  ) {
    this.name = name;
    this.role = role;
    this.disk = disk;
    this.port = port;
    this.database = database;
    this.redis = redis;
    this.#dataDir = disk?.folder ?? path.join(surroundings.folder, name);
    const databaseUrl = new URL(surroundings.databaseUrl);
    databaseUrl.host = new URL(database.address).host;
    this.#env = {
      ...{ NODE_ENV: 'production', CELESTE_PREBUILT: '1', SPEECH_MODELS: 'demo', DRAIN_SECONDS: '10' },
      ...{ PATH: process.env.PATH!, PORT: String(port), DATA_DIR: disk?.folderInside ?? this.#dataDir },
      ...{ DATABASE_URL: databaseUrl.href, REDIS_URL: `redis://${new URL(redis.address).host}` },
      ...surroundings.env,
      ...env,
    };
    // In a group of its own it would survive this process.
    process.once('exit', () => this.#isRunning && this.#signal('SIGKILL', 'machine'));
  }

  /** Not started yet. */
  static async make(options: MachineOptions): Promise<Machine> {
    const { name, disk, surroundings } = options;
    if (!disk) await mkdir(path.join(surroundings.folder, name), { recursive: true });
    return new Machine(options, {
      port: await freePort(),
      database: await openCuttingProxy(surroundings.databaseUrl),
      redis: await openCuttingProxy(surroundings.redis.url),
    });
  }

  /** Where its e-mails are. */
  get mailFolder(): string {
    return path.join(this.#dataDir, 'mail');
  }

  /** Starts it, as a supervisor does: again when that fails. @throws Error when it fails for long */
  async start(skewMs = 0): Promise<void> {
    this.skewMs = skewMs;
    const isUp = async () => {
      if (!this.#isRunning && this.#output) await sleep(RESTART_PAUSE_MS);
      if (!this.#isRunning) this.#spawn();
      return SIGNS[this.role].test(this.#output);
    };
    await until(isUp, { what: () => `the start of ${this.name}:\n${this.#output}`, timeoutMs: START_MS });
    this.#isEndExpected = false;
    this.isListed = true;
  }

  /** @param what with its child processes, as when the machine loses power, or the process alone */
  async kill(what: 'process' | 'machine'): Promise<void> {
    await this.#end('SIGKILL', what);
  }

  /** Stops all its processes, as when a machine is suspended. */
  pause(): void {
    this.#signal('SIGSTOP', 'machine');
  }

  resume(): void {
    this.#signal('SIGCONT', 'machine');
  }

  /** Shuts it down gracefully. @throws Error when it does not end in time */
  async drain(): Promise<void> {
    await this.#end('SIGTERM', 'process');
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    if (this.#isRunning) await this.kill('machine');
    await Promise.all([this.database.close(), this.redis.close()]);
  }

  /** The last warnings and errors of its log, for an error message. */
  async lastLines(): Promise<string> {
    const told = (await this.#log()).slice(-LOG_LINES).map((line) => line.slice(0, MOST_OF_A_LINE));
    return [`--- ${this.name}`, ...told, this.#output.slice(-1000)].join('\n');
  }

  /** Messages of the warnings and errors that it has logged, one for each time. */
  async problemsLogged(): Promise<string[]> {
    return (await this.#log()).map((line) => (JSON.parse(line) as { msg: string }).msg);
  }

  /** Lines of warnings and errors; a line that a kill cut off is left out. */
  async #log(): Promise<string[]> {
    const log = await readFile(path.join(this.#dataDir, 'log/celeste.log'), 'utf8').catch(() => '');
    return log.split('\n').filter((line) => /"level":[4-6]0/.test(line) && line.endsWith('}'));
  }

  get #isRunning(): boolean {
    const { exitCode, signalCode } = this.#process ?? { exitCode: 0, signalCode: null };
    return exitCode === null && signalCode === null;
  }

  #spawn(): void {
    const [program, ...args] = [...(this.disk?.enter ?? []), process.execPath, builtCommand(this.role)];
    const clock = { NODE_OPTIONS: `--import=${SKEWED_CLOCK}`, CLOCK_SKEW_MS: String(this.skewMs) };
    const started = spawn(program!, args, {
      cwd: projectDir,
      detached: true,
      env: { ...this.#env, ...(this.skewMs !== 0 && clock) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    this.#output = '';
    this.#isEndExpected = true;
    const keep = (chunk: Buffer) => (this.#output = (this.#output + chunk).slice(-20_000));
    started.stdout.on('data', keep);
    started.stderr.on('data', keep);
    started.once('exit', (code, signal) => {
      this.isListed = false;
      if (this.#isEndExpected || this.#process !== started) return;
      this.crashes.push(`${this.name} ended by itself: ${signal ?? code}\n${this.#output.slice(-2000)}`);
      void this.start(this.skewMs);
    });
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM', what: 'process' | 'machine'): Promise<void> {
    this.#isEndExpected = true;
    this.isListed = false;
    const ending = this.#process!;
    if (!this.#isRunning) return;
    const ended = once(ending, 'exit');
    this.#signal(signal, what);
    const isLate = await Promise.race([ended.then(() => false), sleep(DRAIN_MS, true, { ref: false })]);
    if (!isLate) return;
    this.#signal('SIGKILL', 'machine');
    throw new Error(`${this.name} did not end within ${DRAIN_MS} ms of ${signal}`);
  }

  #signal(signal: NodeJS.Signals, what: 'process' | 'machine'): void {
    const { pid } = this.#process!;
    try {
      process.kill(what === 'machine' ? -pid! : pid!, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
