import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { newestMail } from '../support/celeste';
import { freePort } from '../support/free-port';
import type { SmallDisk } from '../support/small-disk';
import { until } from '../support/until';
import { ATTACKS, SUCCESSES, type Target } from './hostile/attacks';
import { Outages } from './hostile/outages';
import {
  PROCESS_ROLES,
  type ProcessRole,
  ProcessWatch,
  processOf,
  type ResourceUsage,
} from './hostile/process-watch';
import { RegularUser, RegularUserFigures } from './hostile/regular-user';
import { CelesteGroup } from './process-group';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

export const KILL_TARGETS = ['web', 'worker', 'child', 'group'] as const;
export type KillTarget = (typeof KILL_TARGETS)[number];

/** Duration and load of the soak. */
export interface HostilePlan {
  seconds: number;
  people: number;
  recordingsEach: number;
  /** One after the other, within the first two thirds of the time. */
  kills: KillTarget[];
}

/** The disk of DATA_DIR, and how often it is filled up between the kills. */
export interface FillableDisk {
  disk: SmallDisk;
  times: number;
}

/** Attacks that may never get a response. */
const UNANSWERED = ['slow bodies'];
const CHILD_PATIENCE_MS = 20_000;
const ANSWER_PATIENCE_MS = 30_000;
/** An attack whose every attempt fell into an outage goes on this long after the others. */
const FIRST_ANSWER_PATIENCE_MS = 30_000;
const LONGEST_ATTACK_PAUSE_MS = 1_000;
const FULL_DISK_MS = 20_000;
const PROBE_EACH_MS = 100;
const LOOK_EACH_MS = 500;
/**
 * Allowed growth of a process from start to end: code compiled and data cached since, and database
 * connections.
 */
const GROWTH = { memoryMb: 96, descriptors: 24 };
/** After the last attack: slow and keep-alive connections and leases end by timeout. */
const QUIET_MS = 180_000;

/** @param disk holds DATA_DIR of the settings */
export function soakOn(disk: SmallDisk): Soak {
  return async ({ count: minutes, seed }) => {
    const random = new Random(seed);
    const kills = Array.from({ length: Math.ceil(minutes / 3) }, () => random.pick(KILL_TARGETS));
    const siege = { seconds: minutes * 60, people: 20, recordingsEach: Math.ceil(minutes / 6), kills };
    try {
      return await runHostileSoak(siege, random, { disk, times: Math.ceil(minutes / 8) });
    } finally {
      await disk.remove();
    }
  };
}

/**
 * Attacks an instance of Celeste while regular users use it, kills its processes and fills its disk. Asserts
 * that no regular request failed except because of the soak's own outages, that no process restarted by
 * itself, that no attack succeeded, that everything accepted was finished once, and that no process leaks
 * memory or descriptors.
 * @throws AssertionError when one of these does not hold
 */
export async function runHostileSoak(
  siege: HostilePlan,
  random: Random,
  fillable: FillableDisk | null = null,
): Promise<Figures> {
  const secretFile = path.join(settings.dataDir, 'secret.txt');
  await writeFile(secretFile, 'nobody may read this');
  const port = await freePort();
  const group = new CelesteGroup(fillable?.disk.folderInside ?? settings.dataDir, port, {
    settings: { MIN_FREE_MB: '64', MAX_FILE_GB: '0.2' },
    ...(fillable && { enter: fillable.disk.enter }),
  });
  await group.start();
  try {
    return await new HostileRun(siege, random, { group, fillable, port, secretFile }).run();
  } catch (error) {
    // The disk is removed with the soak.
    const kept = path.join(tmpdir(), `celeste-besieged-${process.pid}.log`);
    await copyFile(path.join(settings.dataDir, 'log/celeste.log'), kept).then(
      () => printProgress(`the log is kept in ${kept}`),
      () => printProgress('there is no log to keep'),
    );
    throw error;
  } finally {
    await group.stop();
  }
}

/** The instance under attack. */
interface AttackedInstance {
  group: CelesteGroup;
  fillable: FillableDisk | null;
  port: number;
  secretFile: string;
}

class HostileRun {
  readonly #siege: HostilePlan;
  readonly #random: Random;
  readonly #place: AttackedInstance;
  readonly #watch: ProcessWatch;
  readonly #outages = new Outages();
  readonly #honest = new RegularUserFigures();
  /** By attack: number of responses by HTTP status. */
  readonly #answers = new Map<string, Map<number | null, number>>();
  readonly #probesMs: number[] = [];
  readonly #unanswered: string[] = [];
  readonly #broken: string[] = [];
  #kills = new Map<KillTarget, number>();
  #isOver = false;

  constructor(siege: HostilePlan, random: Random, place: AttackedInstance) {
    this.#siege = siege;
    this.#random = random;
    this.#place = place;
    this.#watch = new ProcessWatch(place.group);
  }

  get #base(): string {
    return `http://127.0.0.1:${this.#place.port}`;
  }

  async run(): Promise<Figures> {
    const users = await this.#settleIn();
    const insider = await this.#signUp('127.0.66.250');
    const atStart = await this.#holdings();
    const until = Date.now() + this.#siege.seconds * 1_000;
    const target = this.#target(users, until);
    const background = [
      this.#everyMs(PROBE_EACH_MS, () => this.#probe()),
      this.#everyMs(LOOK_EACH_MS, async () => this.#watch.sample()),
      ...Object.keys(ATTACKS).map((name) => this.#attack(name, target, insider, until)),
    ];
    const told = this.#printEachMinute(until);
    await Promise.all([
      this.#disturb(until),
      ...users.map((user) => user.run(until, this.#siege.recordingsEach)),
    ]);
    this.#isOver = true;
    await Promise.all([...background, told]);
    this.#proveAnswers();
    this.#proveStarts();
    await this.#proveWork(users);
    return { ...this.#figures(), ...(await this.#proveHoldings(atStart)) };
  }

  async #settleIn(): Promise<RegularUser[]> {
    const users: RegularUser[] = [];
    for (let index = 0; index < this.#siege.people; index += 1) {
      const person = await this.#signUp(`127.0.1.${1 + index}`);
      const shared = { outages: this.#outages, figures: this.#honest };
      const user = new RegularUser(person, new Random(this.#random.below(2 ** 31)), shared);
      await user.prepare();
      users.push(user);
    }
    return users;
  }

  #signUp(from: string): Promise<TestUser & { email: string }> {
    const mailTo = (email: string) => newestMail(path.join(settings.dataDir, 'mail'), email);
    // SQLite does not find its file on a disk that another process has mounted.
    return signUp({ address: this.#base, mailTo }, 'Ana Souza', { from, isWelcomed: false });
  }

  #target(users: RegularUser[], until: number): Target {
    const { port, secretFile } = this.#place;
    return {
      base: this.#base,
      port,
      until,
      secretFile,
      random: new Random(this.#random.below(2 ** 31)),
      emails: users.map(({ email }) => email),
      pages: users.flatMap(({ pages }) => pages),
    };
  }

  async #attack(name: string, target: Target, insider: TestUser, until: number): Promise<void> {
    const answers = new Map<number | null, number>();
    this.#answers.set(name, answers);
    const mayWait = !UNANSWERED.includes(name);
    const isAnswered = () => [...answers.keys()].some((status) => status !== null);
    while (
      Date.now() < until ||
      (mayWait && !isAnswered() && Date.now() < until + FIRST_ANSWER_PATIENCE_MS)
    ) {
      const fromMs = Date.now();
      const status = await ATTACKS[name]!(target, insider).catch((error: unknown) => {
        if (!isCutOff(error) && !this.#outages.overlapping(fromMs))
          this.#broken.push(`${name} failed itself: ${(error as Error).stack}`);
        return null;
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      const isExcused = this.#outages.overlapping(fromMs) !== undefined;
      if (SUCCESSES[name]?.includes(status ?? 0)) this.#broken.push(`${name} got ${status}`);
      if (status === 500 && !isExcused) this.#broken.push(`${new Date().toISOString()} ${name} got 500`);
      await sleep(this.#random.below(LONGEST_ATTACK_PAUSE_MS));
    }
  }

  /** Kills processes and fills the disk, alternately, in the first two thirds of the time. */
  async #disturb(until: number): Promise<void> {
    const startedAt = Date.now();
    const { fillable } = this.#place;
    const acts = spread(
      this.#siege.kills.map((victim) => () => this.#kill(victim)),
      Array.from({ length: fillable?.times ?? 0 }, () => () => this.#fillDisk(fillable!.disk)),
    );
    const spanMs = ((until - startedAt) * 2) / 3;
    for (const [index, act] of acts.entries()) {
      await sleep(Math.max(0, startedAt + (spanMs * (index + 0.5)) / acts.length - Date.now()));
      await act();
    }
  }

  async #kill(victim: KillTarget): Promise<void> {
    const { group } = this.#place;
    this.#watch.sample();
    const pid = victim === 'group' ? undefined : await this.#pidOf(victim);
    if (victim !== 'group' && pid === undefined) return;
    this.#kills.set(victim, (this.#kills.get(victim) ?? 0) + 1);
    printProgress(`kills ${victim}`);
    const isOutage = victim === 'web' || victim === 'group';
    const over = isOutage ? this.#outages.begin('kills') : () => undefined;
    if (victim === 'group') {
      await group.kill();
      await group.start();
    } else process.kill(pid!, 'SIGKILL');
    if (isOutage) await this.#untilAnswering('/healthz');
    over();
    this.#watch.sample();
  }

  /** Waits for a child process of the worker to appear. */
  async #pidOf(victim: Exclude<KillTarget, 'group'>): Promise<number | undefined> {
    const { group } = this.#place;
    if (victim !== 'child') return processOf(group.processes(), victim)?.pid;
    for (let waitedMs = 0; waitedMs < CHILD_PATIENCE_MS; waitedMs += 20) {
      const [child] = group.workerChildren();
      if (child) return child.pid;
      await sleep(20);
    }
    return undefined;
  }

  async #fillDisk(disk: SmallDisk): Promise<void> {
    printProgress('fills the disk');
    const over = this.#outages.begin('full disk');
    await disk.fill();
    await sleep(Math.min(FULL_DISK_MS, this.#siege.seconds * 100));
    const ready = await fetch(`${this.#base}/readyz`).catch(() => null);
    if (ready?.status !== 503) this.#broken.push(`/readyz told ${ready?.status} of a full disk`);
    await disk.empty();
    await this.#untilAnswering('/readyz');
    over();
  }

  async #isAnswering(path = '/healthz'): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWER_PATIENCE_MS);
    return (await fetch(this.#base + path, { signal }).catch(() => null))?.status === 200;
  }

  async #untilAnswering(path: string): Promise<void> {
    const what = `an answer of ${path}`;
    await until(() => this.#isAnswering(path), { what, timeoutMs: QUIET_MS, intervalMs: 50 });
  }

  async #probe(): Promise<void> {
    const fromMs = Date.now();
    const startedAt = performance.now();
    const isAnswered = await this.#isAnswering();
    if (isAnswered) this.#probesMs.push(performance.now() - startedAt);
    // A full disk is no excuse for a failed health check.
    else if (this.#outages.overlapping(fromMs) !== 'kills') this.#unanswered.push(new Date().toISOString());
  }

  async #everyMs(pauseMs: number, act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await act();
      await sleep(pauseMs);
    }
  }

  async #printEachMinute(until: number): Promise<void> {
    while (!this.#isOver && Date.now() < until) {
      await sleep(Math.min(60_000, until - Date.now()));
      const attacks = [...this.#answers.values()].flatMap((counts) => [...counts.values()]);
      const sum = attacks.reduce((total, count) => total + count, 0);
      const { answered, lost } = this.#honest;
      printProgress(
        `${answered} honest requests answered, ${lost.length} lost, ${sum} attacks, ${this.#broken.length} broken`,
      );
    }
  }

  async #proveWork(users: RegularUser[]): Promise<void> {
    const texts = new Set<string>();
    for (const user of users) {
      for (const text of await user.assertWork()) texts.add(text);
    }
    assert.ok(texts.size <= 1, `${texts.size} texts of the same recording`);
    assert.equal(await this.#place.group.runJob('ledger-check'), 0, 'the ledger is right');
  }

  #proveAnswers(): void {
    const unanswered = [...this.#answers].filter(([name, counts]) => {
      const isEverAnswered = [...counts.keys()].some((status) => status !== null);
      return !isEverAnswered && !UNANSWERED.includes(name);
    });
    assert.deepEqual(unanswered, [], 'attacks that were never answered');
    const kept = { lost: [], unanswered: [], broken: [] };
    const { lost } = this.#honest;
    assert.deepEqual({ lost, unanswered: this.#unanswered, broken: this.#broken }, kept);
  }

  #proveStarts(): void {
    for (const half of PROCESS_ROLES) {
      const expected = 1 + (this.#kills.get(half) ?? 0) + (this.#kills.get('group') ?? 0);
      assert.equal(this.#watch.starts(half), expected, `${half} halves that were started`);
    }
  }

  async #holdings(): Promise<Record<ProcessRole, ResourceUsage>> {
    this.#watch.sample();
    return { web: this.#watch.resourceUsage('web'), worker: this.#watch.resourceUsage('worker') };
  }

  /** Waits until timeouts have released everything. */
  async #proveHoldings(atStart: Record<ProcessRole, ResourceUsage>): Promise<Figures> {
    const patientUntil = Date.now() + QUIET_MS;
    for (;;) {
      const atEnd = await this.#holdings();
      const grown = PROCESS_ROLES.flatMap((half) =>
        (['memoryMb', 'descriptors'] as const)
          .filter((what) => atEnd[half][what] > atStart[half][what] + GROWTH[what])
          .map(
            (what) =>
              `${what} of ${half}: ${atStart[half][what]}, now ${atEnd[half][what]} (${atEnd[half].targets})`,
          ),
      );
      if (grown.length === 0) return holdingFigures(atStart, atEnd);
      assert.ok(Date.now() < patientUntil, grown.join('; '));
      await sleep(1_000);
    }
  }

  #figures(): Figures {
    const probes = this.#probesMs.toSorted((a, b) => a - b);
    const durations = this.#honest.durationsMs.toSorted((a, b) => a - b);
    const at = (sorted: number[], share: number) =>
      Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      'honest requests answered': this.#honest.answered,
      'honest answers, ms at p50, p98, longest': [0.5, 0.98, 0.999999]
        .map((share) => at(durations, share))
        .join(', '),
      ...Object.fromEntries(
        [...this.#honest.sentAgain].map(([kind, times]) => [`honest requests sent again for ${kind}`, times]),
      ),
      ...Object.fromEntries([...this.#kills].map(([victim, times]) => [`kills of ${victim}`, times])),
      'full disks': this.#outages.count('full disk'),
      '/healthz, ms at p50, p99, longest': [0.5, 0.99, 0.999999].map((share) => at(probes, share)).join(', '),
      ...Object.fromEntries(
        [...this.#answers].map(([name, counts]) => [
          name,
          [...counts].map(([status, times]) => `${times} × ${status ?? 'cut off'}`).join(', '),
        ]),
      ),
    };
  }
}

const holdingFigures = (
  atStart: Record<ProcessRole, ResourceUsage>,
  atEnd: Record<ProcessRole, ResourceUsage>,
): Figures =>
  Object.fromEntries(
    PROCESS_ROLES.flatMap((half) => [
      [`memory of ${half}, MB at start and end`, `${atStart[half].memoryMb}, ${atEnd[half].memoryMb}`],
      [`descriptors of ${half} at start`, `${atStart[half].descriptors}: ${atStart[half].targets}`],
      [`descriptors of ${half} at end`, `${atEnd[half].descriptors}: ${atEnd[half].targets}`],
    ]),
  );

/** Whether the connection failed rather than the attack's own code. */
function isCutOff(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  return code !== undefined || cause instanceof Error || (error as Error).name === 'TimeoutError';
}

/** Merges two lists, spreading the shorter one evenly over the longer one. */
function spread<T>(longer: T[], shorter: T[]): T[] {
  const places = [
    ...longer.map((item, index) => ({ item, place: (index + 0.5) / longer.length })),
    ...shorter.map((item, index) => ({ item, place: (index + 0.49) / shorter.length })),
  ];
  return places.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
