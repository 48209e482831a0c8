import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Op } from 'sequelize';
import { projectDir } from '@/app/config/env.server';
import { JOB_ATTEMPTS } from '@/app/domain/jobs';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { createEndpoint } from '@/app/services/webhook/endpoints.server';
import { Job } from '@/models/job.server';
import { newPublicId } from '@/models/public-id.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { newestMail } from '../support/celeste';
import { openSmallDisk } from '../support/small-disk';
import { signUp, type TestUser } from '../support/test-user';
import { until } from '../support/until';
import { type Manner, WebhookReceiver } from '../support/webhook-receiver';
import { Acknowledged } from './cluster/acknowledged';
import { Balancer } from './cluster/balancer';
import {
  checkDeadLetters,
  checkEdits,
  checkPayments,
  checkPeriodicJobs,
  checkRecordings,
  checkWebhooks,
} from './cluster/checks';
import { Faults } from './cluster/faults';
import { Machine } from './cluster/machine';
import type { Surroundings } from './cluster/surroundings';
import { ClusterUser, type World } from './cluster/user';
import { Outages } from './hostile/outages';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const PEOPLE = 6;
const BROWSERS_EACH = 2;
const WEB_SERVERS = 2;
const WORKERS = 3;
/** With the logs and mails of an hour. */
const DISK_MB = 192;
/** Of the machine with the small disk. */
const MIN_FREE_MB = '8';
/** Each of some accounts has an endpoint that behaves like this. */
const MANNERS: readonly Manner[] = ['sound', 'moody', 'endless'];
const EVENTS = ['transcription.succeeded', 'document.created'] as const;
const MOST_WAITING = 10;
const REPORT_EACH_MS = 60_000;
/** The machine that runs the soak may be busy. */
const SETUP_MS = 300_000;
/** For users to end what they are at. */
const LAST_ANSWERS_MS = 300_000;
/** Without a job that ends: several leases, attempts and restarts of children. */
const STUCK_MS = 300_000;
/** A due time is looked for only if workers had so long for it. */
const LATE_MS = 60_000;

type Person = TestUser & { email: string };

/** @param surroundings that the settings point at */
export const soakOn =
  (surroundings: Surroundings): Soak =>
  async ({ count: minutes, seed }) => {
    await prepareDatabase();
    const cluster = await Cluster.open(surroundings, seed);
    try {
      return await cluster.run(minutes);
    } catch (error) {
      const told = await cluster.lastLines();
      throw new Error(`seed ${seed}: ${(error as Error).message}\n${told}`, { cause: error });
    } finally {
      await cluster.close();
    }
  };

/** Two web servers and three workers, each on a machine of its own, their users, and what breaks them. */
class Cluster {
  readonly #surroundings: Surroundings;
  readonly #seed: number;
  readonly #acknowledged = new Acknowledged();
  readonly #outages = new Outages();
  readonly #machines: Machine[];
  readonly #balancer: Balancer;
  readonly #receiver: WebhookReceiver;
  readonly #people: Person[] = [];
  readonly #users: ClusterUser[] = [];
  /** Editable texts of each person, by paths. */
  readonly #texts = new Map<Person, string[]>();
  #isOver = false;

  private constructor(
    surroundings: Surroundings,
    seed: number,
    parts: { machines: Machine[]; balancer: Balancer; receiver: WebhookReceiver; outages: Outages },
  ) {
    this.#surroundings = surroundings;
    this.#seed = seed;
    this.#machines = parts.machines;
    this.#balancer = parts.balancer;
    this.#receiver = parts.receiver;
    this.#outages = parts.outages;
  }

  static async open(surroundings: Surroundings, seed: number): Promise<Cluster> {
    const outages = new Outages();
    const balancer = await Balancer.start(new Random(seed + 1), outages);
    const receiver = await WebhookReceiver.start(new Random(seed + 2));
    const disk = await openSmallDisk(DISK_MB);
    if (!disk) printProgress('a small disk cannot be mounted: full disks are LEFT OUT');
    const common = { surroundings, env: { PUBLIC_URL: balancer.address } };
    const machines: Machine[] = [];
    for (let number = 1; number <= WEB_SERVERS; number += 1)
      machines.push(await Machine.make({ ...common, name: `web-${number}`, role: 'web', disk: null }));
    for (let number = 1; number <= WORKERS; number += 1) {
      const isSmall = number === WORKERS && disk !== null;
      const env = { ...common.env, ...(isSmall && { MIN_FREE_MB }) };
      const its = { name: `worker-${number}`, role: 'worker', disk: isSmall ? disk : null } as const;
      machines.push(await Machine.make({ ...common, ...its, env }));
    }
    return new Cluster(surroundings, seed, { machines, balancer, receiver, outages });
  }

  async run(minutes: number): Promise<Figures> {
    await this.#setUp();
    const from = new Date();
    const endsAt = performance.now() + minutes * 60_000;
    this.#reportEach(endsAt);
    const isTimeOver = () => performance.now() >= endsAt;
    const faults = new Faults({
      ...{ machines: this.#machines, surroundings: this.#surroundings, outages: this.#outages },
      random: new Random(this.#seed),
      isAnyJobWeary: hasWearyJob,
    });
    const living = Promise.all(this.#users.map((user) => user.live()));
    await Promise.race([faults.run(isTimeOver), living.then(() => new Promise(() => undefined))]);
    printProgress('all faults are over');
    this.#isOver = true;
    await inTime(living, LAST_ANSWERS_MS, 'the last answers to users');
    this.#receiver.heal();
    await this.#settle();
    const late = new Date(Date.now() - LATE_MS);
    return { ...faults.figures(), ...(await this.#check(from, late)) };
  }

  async lastLines(): Promise<string> {
    return (await Promise.all(this.#machines.map((machine) => machine.lastLines()))).join('\n');
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#machines.map((machine) => machine.close()));
    await Promise.all(this.#machines.map(({ disk }) => disk?.remove()));
    await this.#balancer.close();
    await this.#receiver.close();
    await this.#surroundings.close();
  }

  /** Accounts with hours, texts to edit, and endpoints, before anything breaks. */
  async #setUp(): Promise<void> {
    await Promise.all(this.#machines.map((machine) => machine.start()));
    const web = this.#machines.filter(({ role }) => role === 'web');
    this.#balancer.backends.push(web[0]!);
    const { address } = this.#balancer;
    const database = { url: this.#surroundings.databaseUrl };
    // Each web server has the mails that it sent.
    const mailTo = (email: string) => newestMail(web[0]!.mailFolder, email);
    for (let index = 0; index < PEOPLE; index += 1)
      this.#people.push(await signUp({ address, database, mailTo }, `Pessoa ${index}`));
    this.#balancer.backends.push(...web.slice(1));
    printProgress(`${PEOPLE} people have signed up`);
    for (const [index, manner] of MANNERS.entries()) await this.#addEndpoint(this.#people[index]!, manner);
    const world = await this.#world();
    for (const [index, person] of this.#people.entries()) {
      const texts: string[] = [];
      this.#texts.set(person, texts);
      for (let browser = 0; browser < BROWSERS_EACH; browser += 1) {
        const random = new Random(this.#seed * 1_000 + index * BROWSERS_EACH + browser);
        this.#users.push(new ClusterUser(person, { random, texts, world }));
      }
      const first = this.#users.at(-1)!;
      await first.buy();
      await first.makeDocument();
      await first.uploadSample();
    }
    const isEach = async () => (await Transcription.count({ where: { status: 'succeeded' } })) === PEOPLE;
    await until(isEach, { what: 'the texts of the sample', timeoutMs: SETUP_MS, intervalMs: 1_000 });
    for (const { publicId, userId } of await Transcription.findAll()) {
      const { email } = await User.findByPk(userId, { rejectOnEmpty: true });
      const owner = this.#people.find((person) => person.email === email)!;
      this.#texts.get(owner)!.push(`/transcriptions/${publicId}`);
    }
    printProgress('all have hours, a document and a transcript');
  }

  async #addEndpoint({ email }: Person, manner: Manner): Promise<void> {
    const { id } = await User.findOne({ where: { email }, rejectOnEmpty: true });
    const form = { submissionId: newPublicId(), url: this.#receiver.urlOf(manner), events: EVENTS };
    const { secret } = await createEndpoint(id, form);
    this.#receiver.expectSecret(manner, secret!);
  }

  async #world(): Promise<World> {
    return {
      acknowledged: this.#acknowledged,
      stripe: this.#surroundings.stripe,
      speech: await readFile(path.join(projectDir, 'public/sample/reuniao.wav')),
      isOver: () => this.#isOver,
      isQueueLong: () => orWhileAway(true, async () => (await countUnfinished('transcribe')) >= MOST_WAITING),
    };
  }

  #reportEach(endsAt: number): void {
    const timer = setInterval(() => {
      if (this.#isOver || performance.now() > endsAt) return clearInterval(timer);
      const { recordings, payments, wordCount } = this.#acknowledged;
      printProgress(`${recordings.size} recordings, ${wordCount} edits, ${payments.size} payments`);
    }, REPORT_EACH_MS);
    timer.unref();
  }

  /** Waits until the queue is empty; pauses after failures, of minutes, are cut short. @throws AssertionError when it is stuck */
  async #settle(): Promise<void> {
    let left = Number.POSITIVE_INFINITY;
    let changedAt = performance.now();
    for (;;) {
      const now = await countUnfinished();
      if (now === 0) return;
      if (now !== left) changedAt = performance.now();
      left = now;
      assert.ok(performance.now() - changedAt < STUCK_MS, `${left} jobs are stuck: ${await unfinished()}`);
      await cutPausesShort();
      await sleep(1_000);
    }
  }

  async #check(from: Date, late: Date): Promise<Figures> {
    const ownerOf = (text: string) => this.#people.find((person) => this.#texts.get(person)!.includes(text))!;
    const samples = this.#people.length;
    const endpoints = MANNERS.map((manner, index) => ({ manner, email: this.#people[index]!.email }));
    const figures: Figures = this.#acknowledged.figures();
    const broken: string[] = [];
    const checks: (() => Promise<Figures> | Figures)[] = [
      () => checkRecordings(this.#acknowledged, { samples, google: this.#surroundings.google }),
      () => checkEdits(this.#acknowledged, ownerOf),
      () => checkPayments(this.#acknowledged),
      () => checkPeriodicJobs(from, late),
      () => checkWebhooks(this.#receiver, endpoints),
      checkDeadLetters,
      () => this.#checkAnswers(),
      () => this.#checkSurprises(),
      () => this.#checkProcesses(),
    ];
    for (const check of checks) {
      try {
        Object.assign(figures, await check());
      } catch (error) {
        broken.push((error as Error).message);
      }
    }
    await this.#printProblems();
    if (broken.length > 0)
      for (const [figure, value] of Object.entries(figures)) printProgress(`${figure}: ${value}`);
    assert.equal(broken.length, 0, `${broken.length} promises were broken:\n${broken.join('\n\n')}`);
    return figures;
  }

  /** What the processes logged, most often first: faults explain most of it. */
  async #printProblems(): Promise<void> {
    const counts = new Map<string, number>();
    const logged = await Promise.all(this.#machines.map((machine) => machine.problemsLogged()));
    for (const message of logged.flat().map((text) => text.replace(/\d+/g, 'N')))
      counts.set(message, (counts.get(message) ?? 0) + 1);
    for (const [message, times] of [...counts].sort(([, one], [, other]) => other - one))
      printProgress(`logged ${times} times: ${message}`);
  }

  #checkAnswers(): Figures {
    const { statuses, unavailable, excusedFailures, failures, unanswered } = this.#balancer;
    const listed = [...statuses].sort(([one], [other]) => one - other);
    for (const failure of excusedFailures) printProgress(`during a fault: ${failure}`);
    assert.deepEqual(failures, [], 'no failure of the server is answered while nothing is broken');
    return {
      'answers by status': listed.map(([status, times]) => `${status}: ${times}`).join(', '),
      ...Object.fromEntries(Object.entries(unavailable).map(([when, times]) => [`503 ${when}`, times])),
      'other 5xx during faults': excusedFailures.length,
      'other 5xx while nothing was broken': 0,
      'requests broken off': unanswered,
    };
  }

  #checkSurprises(): Figures {
    assert.deepEqual(this.#acknowledged.surprises, [], 'no answer that no user should get');
    return {};
  }

  #checkProcesses(): Figures {
    assert.deepEqual(
      this.#machines.flatMap(({ crashes }) => crashes),
      [],
      'no process ends by itself',
    );
    return { 'two versions side by side': 'not covered: no earlier version can be run here' };
  }
}

const unfinishedJobs = (name?: string) => ({
  // Outcome e-mails wait for one another.
  name: name ?? { [Op.ne]: 'notice' },
  status: ['waiting', 'running'],
});

const countUnfinished = (name?: string) => Job.count({ where: unfinishedJobs(name) });

async function unfinished(): Promise<string> {
  const jobs = await Job.findAll({ where: unfinishedJobs() });
  const rows = jobs.map(({ id, name, status, attempts, runAt, turn, leasedUntil, lane, lastError }) =>
    JSON.stringify({ id, name, status, attempts, runAt, turn, leasedUntil, lane, lastError }),
  );
  return rows.join('\n');
}

/** Of all that waits for a later moment, and of endpoints that failed. */
async function cutPausesShort(): Promise<void> {
  const now = new Date();
  await WebhookEndpoint.update({ pausedUntil: null }, { where: { pausedUntil: { [Op.ne]: null } } });
  await Job.update(
    { runAt: now },
    { where: { ...unfinishedJobs(), status: 'waiting', runAt: { [Op.gt]: now } } },
  );
}

/** Whether one more lost attempt would rightly make a dead letter of a job. */
const hasWearyJob = () =>
  orWhileAway(true, async () => {
    const most = await Job.max<number, Job>('attempts', { where: unfinishedJobs() });
    return most >= JOB_ATTEMPTS - 1;
  });

/** While the database restarts, `otherwise`. */
async function orWhileAway<T>(otherwise: T, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch {
    return otherwise;
  }
}

async function inTime<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`Waited ${ms} ms in vain for ${what}`);
  });
  return Promise.race([work, late]);
}
