import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtCommand } from '../support/built';
import { type RunningProcess, runningProcesses } from '../support/running-processes';
import { until } from '../support/until';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** Web and worker processes of the build in their own process group, so that SIGKILL reaches all of them. */
export class CelesteGroup {
  readonly #dataDir: string;
  readonly #port: number;
  readonly #settings: Record<string, string>;
  readonly #enter: string[];
  #leader: ChildProcess | undefined;
  #output = '';

  /** @param options.enter command prefix for its processes */
  constructor(
    dataDir: string,
    port: number,
    { settings = {}, enter = [] }: { settings?: Record<string, string>; enter?: string[] } = {},
  ) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.#settings = settings;
    this.#enter = enter;
    // Signals that end this process do not reach a separate group.
    process.once('exit', () => this.#isRunning() && process.kill(-this.#leader!.pid!, 'SIGKILL'));
  }

  /** Starts it on its port and data folder, and waits until it is ready. */
  async start(): Promise<void> {
    this.#output = '';
    const leader = this.#spawn([builtCommand('start')], { detached: true });
    this.#leader = leader;
    leader.stdout.on('data', (chunk) => (this.#output += chunk));
    leader.stderr.on('data', (chunk) => (this.#output += chunk));
    const hasStarted = () => {
      if (leader.exitCode !== null) throw new Error(`Celeste did not start:\n${this.#output}`);
      return this.#output.includes('Celeste is at');
    };
    await until(hasStarted, { what: () => `the start of Celeste:\n${this.#output}` });
  }

  /** Runs a periodic job. @returns its exit code */
  async runJob(name: string): Promise<number> {
    const job = this.#spawn([builtCommand('job'), name], { detached: false });
    const [code] = (await once(job, 'exit')) as [number | null];
    return code ?? 1;
  }

  #spawn(script: string[], { detached }: { detached: boolean }) {
    const [program = '', ...args] = [...this.#enter, process.execPath, ...script];
    const env = this.#environment;
    return spawn(program, args, { cwd: projectDir, detached, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Running processes of the group, with descendants. */
  processes(): RunningProcess[] {
    return runningProcesses().filter(({ group }) => group === this.#leader?.pid);
  }

  /** The worker process; undefined while it restarts. */
  worker(): RunningProcess | undefined {
    return this.processes().find(({ command }) => command.includes('/node/bin/worker.js'));
  }

  /** Child processes of the worker that decode, recognize or diarize. */
  workerChildren(): RunningProcess[] {
    const processes = this.processes();
    const worker = processes.find(({ command }) => command.includes('/node/bin/worker.js'));
    return processes.filter(({ parent }) => parent === worker?.pid);
  }

  /**
   * Runs a second worker on the same data folder until `isEnough`, then shuts it down gracefully, like a
   * machine that is removed again.
   */
  async withSecondWorker(isEnough: () => Promise<boolean>): Promise<void> {
    const worker = spawn(process.execPath, [builtCommand('worker')], {
      cwd: projectDir,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    worker.stdout.on('data', (chunk) => (output += chunk));
    worker.stderr.on('data', (chunk) => (output += chunk));
    const isOver = () => worker.exitCode !== null || worker.signalCode !== null;
    try {
      while (!(await isEnough())) {
        if (isOver()) throw new Error(`The second worker ended:\n${output}`);
        await sleep(50);
      }
    } finally {
      worker.kill('SIGTERM');
      if (!isOver()) await once(worker, 'exit');
    }
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      SPEECH_MODELS: 'demo',
      DRAIN_SECONDS: '2',
      PORT: String(this.#port),
      DATA_DIR: this.#dataDir,
      ...this.#settings,
    };
  }

  /** Kills all its processes at once. */
  async kill(): Promise<void> {
    const leader = this.#leader!;
    process.kill(-leader.pid!, 'SIGKILL');
    if (this.#isRunning()) await once(leader, 'exit');
    await until(() => this.processes().length === 0, { what: 'the end of all processes', intervalMs: 10 });
  }

  /** Graceful shutdown, as by Ctrl-C. */
  async stop(): Promise<void> {
    if (!this.#isRunning()) return;
    this.#leader!.kill('SIGTERM');
    await once(this.#leader!, 'exit');
  }

  #isRunning(): boolean {
    return this.#leader !== undefined && this.#leader.exitCode === null && this.#leader.signalCode === null;
  }
}
