import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { JOB_ATTEMPTS } from '@/app/domain/jobs';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { SqliteDatabase } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { databaseIn, newestMail } from '../support/celeste';
import { freePort } from '../support/free-port';
import type { RunningProcess } from '../support/running-processes';
import { assertFinished, waitUntilIdle } from './assert-finished';
import { CelesteGroup } from './process-group';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const KILLED = ['child', 'worker', 'group'] as const;

/**
 * What is killed; 'stopped' is a worker that is suspended until another has taken its jobs over, then
 * resumed.
 */
export const VICTIMS = [...KILLED, 'stopped'] as const;

export type Victim = (typeof VICTIMS)[number];

const PEOPLE = 8;
/** Limit set by a user's trial minutes. */
const MOST_PER_PERSON = 20;
/** Recordings kept in progress, so that there is always something to kill. */
const UNDER_WAY = 4;
const LONGEST_PAUSE_MS = 1_500;
/** Longest commit on a busy machine. */
const WRITING_MS = 1_000;

export const soak: Soak = ({ count, seed }) => {
  const random = new Random(seed);
  return killWhileTranscribing(
    Array.from({ length: count }, (_, index) => (index % 3 === 2 ? 'stopped' : random.pick(KILLED))),
    random,
  );
};

/**
 * Kills one victim after the other at random moments while several users upload the sample, restarts what
 * does not restart by itself, and at the end asserts that nothing was lost or done twice.
 * @param options.endLeases expires the leases of a killed worker at once, so that its jobs are taken over
 * @throws AssertionError when something was
 */
export async function killWhileTranscribing(
  victims: Victim[],
  random: Random,
  { endLeases = false } = {},
): Promise<Figures> {
  await prepareDatabase();
  const port = await freePort();
  const group = new CelesteGroup(settings.dataDir, port);
  await group.start();
  try {
    const people = new Uploaders(await signUpPeople(port));
    people.send();
    await people.settle();
    await waitUntilIdle();
    const undisturbed = await Transcript.findOne({ rejectOnEmpty: true });

    const killer = new Killer(group, people, random, endLeases);
    for (const [index, victim] of victims.entries()) {
      const hit = await killer.kill(victim);
      printProgress(`kill ${index + 1} of ${victims.length}: ${hit}`);
    }
    await people.settle();
    await waitUntilIdle();
    const finished = await assertFinished(people.sent, undisturbed.utterances);
    return {
      kills: victims.length,
      ...Object.fromEntries(
        VICTIMS.map((name) => [`kills of ${name}`, victims.filter((victim) => victim === name).length]),
      ),
      ...killer.hits(),
      'recordings finished once': finished.length,
      'attempts they took': await Job.sum('attempts'),
    };
  } finally {
    await group.stop();
  }
}

async function signUpPeople(port: number): Promise<TestUser[]> {
  const celeste = {
    address: `http://127.0.0.1:${port}`,
    database: databaseIn(settings.dataDir),
    mailTo: (email: string) => newestMail(path.join(settings.dataDir, 'mail'), email),
  };
  const people: TestUser[] = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await signUp(celeste));
  return people;
}

/** Users who upload the sample in turn, each retrying until there is a response. */
class Uploaders {
  readonly #people: TestUser[];
  #unanswered = new Set<Promise<void>>();
  sent = 0;

  constructor(people: TestUser[]) {
    this.#people = people;
  }

  /** The next user uploads a recording; does not wait for the response. */
  send(): void {
    assert.ok(this.sent < PEOPLE * MOST_PER_PERSON, 'the trial minutes of all people are used up');
    const person = this.#people[this.sent % PEOPLE]!;
    this.sent += 1;
    const answered = sendUntilAnswered(person).finally(() => this.#unanswered.delete(answered));
    this.#unanswered.add(answered);
  }

  /** Waits until every upload has a response. */
  async settle(): Promise<void> {
    await Promise.all(this.#unanswered);
  }

  /** Uploads until enough recordings are in progress. */
  async keepBusy(): Promise<void> {
    const underWay = await Job.count({ where: { status: ['waiting', 'running'] } });
    for (let missing = UNDER_WAY - underWay - this.#unanswered.size; missing > 0; missing -= 1) this.send();
  }
}

/** Retries the same form, with the same idempotency key, while the server is down. */
async function sendUntilAnswered(person: TestUser): Promise<void> {
  const submissionId = randomUUID();
  for (;;) {
    const answer = await person.post('/transcriptions', { intent: 'sample', submissionId }).catch(() => null);
    if (answer) return assert.equal(answer.status, 303, answer.body);
    await sleep(100);
  }
}

/** A job of a running worker, with its state in the database. */
interface JobInProgress {
  job: Job;
  transcription: Transcription;
  /** How many of the two checkpointed stages are finished. */
  kept: number;
}

/** Chooses moments and victims, and records the stage that was hit. */
class Killer {
  readonly #group: CelesteGroup;
  readonly #people: Uploaders;
  readonly #random: Random;
  readonly #endLeases: boolean;
  /** Claims of dead workers; their jobs are taken over when the leases expire. */
  readonly #orphaned = new Set<string>();
  readonly #hits = new Map<string, number>();

  constructor(group: CelesteGroup, people: Uploaders, random: Random, endLeases: boolean) {
    this.#group = group;
    this.#people = people;
    this.#random = random;
    this.#endLeases = endLeases;
  }

  /** How often each victim was hit at each stage of a recording. */
  hits(): Figures {
    return Object.fromEntries([...this.#hits].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** Waits for a random moment and kills. @returns what was hit, with its state in the database */
  async kill(victim: Victim): Promise<string> {
    for (;;) {
      await this.#people.keepBusy();
      await sleep(this.#random.below(LONGEST_PAUSE_MS));
      const works = await this.#worksUnderWay();
      if (works.length === 0 || !(await hasAttemptsLeft())) continue;
      const hits = await this.#hit(victim, works);
      for (const hit of hits) this.#hits.set(hit, (this.#hits.get(hit) ?? 0) + 1);
      if (hits.length > 0) return `${hits.join(', ')} (${works.map(rowOf).join('; ')})`;
    }
  }

  async #worksUnderWay(): Promise<JobInProgress[]> {
    const running = await Job.findAll({ where: { status: 'running', name: 'transcribe' } });
    const alive = running.filter((job) => !this.#orphaned.has(claimOf(job)));
    return Promise.all(
      alive.map(async (job) => {
        const { transcriptionId } = JSON.parse(job.payload) as { transcriptionId: number };
        const transcription = await Transcription.findByPk(transcriptionId, { rejectOnEmpty: true });
        const kept = await Checkpoint.count({ where: { transcriptionId, stage: ['words', 'turns'] } });
        return { job, transcription, kept };
      }),
    );
  }

  #killChild(): string[] {
    const children = this.#group.workerChildren();
    if (children.length === 0) return [];
    const child = this.#random.pick(children);
    if (!signalled(child.pid, 'SIGKILL')) return [];
    if (!isSpeech(child)) return ['child hit while decoding'];
    return [`child hit while ${child.command.endsWith('diarize') ? 'diarizing' : 'recognizing'}`];
  }

  /**
   * Suspended past its lease, so that another worker owns the job on resume: whatever it still does must not
   * write.
   */
  async #stopWorker(works: JobInProgress[]): Promise<string[]> {
    const worker = this.#group.worker();
    const children = this.#group.workerChildren();
    if (!worker || !signalled(worker.pid, 'SIGSTOP')) return [];
    try {
      if (await isWriting()) return [];
      if (this.#endLeases) await endLeases(works);
      await this.#group.withSecondWorker(() => areTakenOver(works));
    } finally {
      signalled(worker.pid, 'SIGCONT');
    }
    return works.map((work) => `stopped while ${stageOf(work, children)}`);
  }

  #hit(victim: Victim, works: JobInProgress[]): string[] | Promise<string[]> {
    switch (victim) {
      case 'child':
        return this.#killChild();
      case 'stopped':
        return this.#stopWorker(works);
      default:
        return this.#killWorker(victim, works);
    }
  }

  async #killWorker(victim: Victim, works: JobInProgress[]): Promise<string[]> {
    const worker = this.#group.worker();
    const children = this.#group.workerChildren();
    if (!worker || (victim === 'worker' && !signalled(worker.pid, 'SIGKILL'))) return [];
    if (victim === 'group') await this.#group.kill();
    for (const { job } of works) this.#orphaned.add(claimOf(job));
    if (this.#endLeases) await endLeases(works);
    if (victim === 'group') await this.#group.start();
    return works.map((work) => `${victim} hit while ${stageOf(work, children)}`);
  }
}

const claimOf = (job: Job) => `${job.id}:${job.fence}`;

/** A job hit at each of its attempts would correctly end as Erro, or without speakers. */
async function hasAttemptsLeft(): Promise<boolean> {
  const most = await Job.max<number, Job>('attempts', { where: { status: ['waiting', 'running'] } });
  return most < JOB_ATTEMPTS - 1;
}

const isSpeech = ({ command }: RunningProcess) => command.includes('speech/local/child');

const rowOf = ({ job, transcription: { status, stage, progressPercent } }: JobInProgress) =>
  `${status}, ${stage ?? 'no stage'}, ${progressPercent} %, attempt ${job.attempts}`;

/** @returns whether the process still existed */
function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** A worker suspended during a write holds SQLite's only write lock, so no job can be taken over. */
async function isWriting(): Promise<boolean> {
  const file = path.join(settings.dataDir, 'celeste.sqlite');
  const impatient = new SqliteDatabase({ file, lockTimeoutMs: WRITING_MS });
  try {
    await impatient.transaction(async () => undefined);
    return false;
  } catch {
    return true;
  } finally {
    await impatient.close();
  }
}

async function endLeases(works: JobInProgress[]): Promise<void> {
  for (const { job } of works) {
    const { id, fence } = job;
    await Job.update({ leasedUntil: new Date(0) }, { where: { id, fence, status: 'running' } });
  }
}

/** Whether another worker has claimed each of these jobs, or a worker had finished it before. */
async function areTakenOver(works: JobInProgress[]): Promise<boolean> {
  const jobs = await Job.findAll({ where: { id: works.map(({ job }) => job.id) } });
  return works.every(({ job }) => {
    const now = jobs.find(({ id }) => id === job.id);
    return now?.status !== 'running' || now.fence !== job.fence;
  });
}

/**
 * The current stage of a running job. The row shows a stage only after its first report, and after a takeover
 * the dead worker's stage, so checkpoints and processes are used instead.
 */
function stageOf({ transcription, kept }: JobInProgress, children: RunningProcess[]): string {
  if (transcription.status === 'pending') return 'starting';
  if (transcription.status === 'succeeded') return 'ending';
  if (kept === 2) return 'finishing';
  const speech = children.filter(isSpeech).length;
  if (speech === 0) return 'decoding';
  const stages = children.filter(isSpeech).map(({ command }) => command.split(' ').at(-1));
  return [...new Set(stages)].sort().join(' and ');
}
