import { setTimeout as sleep } from 'node:timers/promises';
import type { Outages } from '../hostile/outages';
import type { Random } from '../random';
import { printProgress } from '../soak';
import type { Machine } from './machine';
import type { Surroundings } from './surroundings';

/** More often what hits one machine. */
const FAULTS = [
  ...['kill', 'kill', 'kill', 'pause', 'pause', 'clock', 'clock', 'roll', 'full disk'],
  ...[
    'cut',
    'cut',
    'latency',
    'stall',
    'partition',
    'database restarts',
    'Redis restarts',
    'Redis is flushed',
  ],
] as const;

type FaultName = (typeof FAULTS)[number];

const AT_ONCE = 2;
const LONGEST_CALM_MS = 5_000;
/** Longer than a lease. */
const LONGEST_PAUSE_MS = 40_000;
const LONGEST_DOWN_MS = 8_000;
const MOST_SKEW_MS = 60_000;
const WRONG_CLOCK_MS = 45_000;
const MOST_LATENCY_MS = 400;
const LATENCY_MS = 25_000;
const PARTITION_MS = 20_000;
const FULL_DISK_MS = 20_000;

interface FaultsOptions {
  random: Random;
  machines: Machine[];
  surroundings: Surroundings;
  outages: Outages;
  /** Whether a job has so few attempts left that one more that is lost to a fault would rightly end it. */
  isAnyJobWeary(): Promise<boolean>;
}

/** Breaks what several machines stand on, at random moments, two things at once. */
export class Faults {
  readonly #random: Random;
  readonly #machines: Machine[];
  readonly #surroundings: Surroundings;
  readonly #outages: Outages;
  readonly #isAnyJobWeary: () => Promise<boolean>;
  readonly #counts = new Map<FaultName, number>();
  /** Faults of what all share, of which there is one at a time. */
  #isSharedBroken = false;
  #waits = 0;

  constructor({ random, machines, surroundings, outages, isAnyJobWeary }: FaultsOptions) {
    this.#random = random;
    this.#machines = machines;
    this.#surroundings = surroundings;
    this.#outages = outages;
    this.#isAnyJobWeary = isAnyJobWeary;
  }

  /** Goes on until it is over; then all is whole, and every clock right. @throws Error when a machine cannot be had back */
  async run(isOver: () => boolean): Promise<void> {
    // Each kind once, in random order, before chance decides.
    const hasSmallDisk = this.#machines.some(({ disk }) => disk !== null);
    const first = [...new Set(FAULTS)]
      .filter((name) => name !== 'full disk' || hasSmallDisk)
      .map((name) => ({ name, at: this.#random.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ name }) => name);
    const breaker = async () => {
      while (!isOver()) {
        await sleep(this.#random.below(LONGEST_CALM_MS));
        if (await this.#isAnyJobWeary()) this.#waits += 1;
        else await this.#breakNext(first);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, breaker));
    for (const machine of this.#machines.filter(({ skewMs }) => skewMs !== 0)) {
      await machine.drain();
      await machine.start();
    }
  }

  figures(): Record<string, number> {
    const counts = [...this.#counts].map(([name, times]) => [`faults: ${name}`, times] as const);
    return {
      faults: [...this.#counts.values()].reduce((sum, times) => sum + times, 0),
      ...Object.fromEntries(counts),
      'moments left out, since a job had few attempts left': this.#waits,
    };
  }

  /** One that is not possible at the moment stays among the first. */
  async #breakNext(first: FaultName[]): Promise<void> {
    const name = first.shift() ?? this.#random.pick(FAULTS);
    const fault = this.#faultOf(name);
    if (fault) await this.#break(name, fault);
    else if (!this.#counts.has(name)) first.push(name);
  }

  async #break(name: FaultName, fault: () => Promise<void>): Promise<void> {
    const end = this.#outages.begin(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    try {
      await fault();
    } finally {
      end();
    }
  }

  /** Null when what it needs is broken already. */
  #faultOf(name: FaultName): (() => Promise<void>) | null {
    if (name === 'database restarts') return this.#shared(() => this.#restartDatabase());
    if (name === 'Redis restarts') return this.#shared(() => this.#restartRedis());
    if (name === 'Redis is flushed') return this.#shared(() => this.#flushRedis());
    if (name === 'roll') return () => this.#roll();
    const isFit = ({ isTaken, disk }: Machine) => !isTaken && (name !== 'full disk' || disk !== null);
    const fit = this.#machines.filter(isFit);
    if (fit.length === 0) return null;
    const machine = this.#random.pick(fit);
    return () => this.#taking(machine, () => this.#hit(name, machine));
  }

  #hit(
    name: Exclude<FaultName, 'roll' | `${string} restarts` | 'Redis is flushed'>,
    machine: Machine,
  ): Promise<void> {
    switch (name) {
      case 'kill':
        return this.#kill(machine);
      case 'pause':
        return this.#pause(machine);
      case 'clock':
        return this.#setClock(machine);
      case 'full disk':
        return this.#fillDisk(machine);
      default:
        return this.#disturbLine(name, machine);
    }
  }

  async #taking(machine: Machine, work: () => Promise<void>): Promise<void> {
    machine.isTaken = true;
    try {
      await work();
    } finally {
      machine.isTaken = false;
    }
  }

  #shared(work: () => Promise<void>): (() => Promise<void>) | null {
    if (this.#isSharedBroken) return null;
    return async () => {
      this.#isSharedBroken = true;
      try {
        await work();
      } finally {
        this.#isSharedBroken = false;
      }
    };
  }

  async #kill(machine: Machine): Promise<void> {
    const what = this.#random.pick(['process', 'machine'] as const);
    printProgress(`SIGKILL of ${machine.name} (${what})`);
    await machine.kill(what);
    await sleep(this.#random.below(LONGEST_DOWN_MS));
    await machine.start(machine.skewMs);
  }

  async #pause(machine: Machine): Promise<void> {
    const ms = 1_000 + this.#random.below(LONGEST_PAUSE_MS - 1_000);
    printProgress(`SIGSTOP of ${machine.name} for ${ms} ms`);
    machine.pause();
    await sleep(ms);
    machine.resume();
  }

  /** A wrong clock from now until the next fault of this kind there, or the end. */
  async #setClock(machine: Machine): Promise<void> {
    const skewMs = machine.skewMs === 0 ? this.#random.pick([-1, 1]) * MOST_SKEW_MS : 0;
    printProgress(`the clock of ${machine.name} goes ${skewMs} ms wrong`);
    await machine.kill('machine');
    await machine.start(skewMs);
    await sleep(this.#random.below(WRONG_CLOCK_MS));
  }

  async #fillDisk(machine: Machine): Promise<void> {
    printProgress(`the disk of ${machine.name} is full`);
    await machine.disk!.fill();
    await sleep(this.#random.below(FULL_DISK_MS));
    await machine.disk!.empty();
  }

  async #disturbLine(name: 'cut' | 'latency' | 'stall' | 'partition', machine: Machine): Promise<void> {
    const to = this.#random.pick(['database', 'redis'] as const);
    const line = machine[to];
    printProgress(`${name}: ${machine.name} to ${to}`);
    if (name === 'cut') line.breakAll();
    if (name === 'stall') {
      const ms = 1_000 + this.#random.below(LONGEST_PAUSE_MS - 1_000);
      line.stall(ms);
      await sleep(ms);
    }
    if (name === 'latency') {
      line.delayMs = 1 + this.#random.below(MOST_LATENCY_MS);
      await sleep(this.#random.below(LATENCY_MS));
      line.delayMs = 0;
    }
    if (name === 'partition') {
      line.isRefusing = true;
      line.breakAll();
      await sleep(this.#random.below(PARTITION_MS));
      line.isRefusing = false;
    }
  }

  async #restartDatabase(): Promise<void> {
    printProgress('MariaDB restarts');
    await this.#surroundings.mariaDb.shutDown();
    await sleep(this.#random.below(LONGEST_DOWN_MS));
    await this.#surroundings.mariaDb.restart();
  }

  async #restartRedis(): Promise<void> {
    printProgress('Redis restarts');
    await this.#surroundings.redis.kill();
    await sleep(this.#random.below(LONGEST_DOWN_MS));
    await this.#surroundings.redis.restart();
  }

  async #flushRedis(): Promise<void> {
    printProgress('Redis: FLUSHALL');
    await this.#surroundings.redis.flush();
  }

  /** One machine after the other: leaves gracefully, and comes back. */
  async #roll(): Promise<void> {
    printProgress('a rolling restart');
    for (const machine of this.#machines) {
      if (machine.isTaken) continue;
      await this.#taking(machine, async () => {
        await machine.drain();
        await machine.start(machine.skewMs);
      });
    }
  }
}
