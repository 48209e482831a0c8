import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { JOB_ATTEMPTS } from '@/app/services/job/job';
import { prepareDatabase } from '@/app/services/system/prepare-database.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { startCeleste } from '../support/celeste';
import { type Person, signUp } from '../support/person';
import { proveFinished, untilIdle } from './finished-work';
import { freePort } from './free-port';
import { CelesteGroup } from './process-group';
import { Random } from './random';
import { type Figures, type Soak, say } from './soak';

export const VICTIMS = ['child', 'worker', 'group'] as const;

export type Victim = (typeof VICTIMS)[number];

const PEOPLE = 8;
/** What the trial minutes of one person are enough for. */
const MOST_PER_PERSON = 20;
/** Recordings kept under way, so that there is always something to kill. */
const UNDER_WAY = 4;
const LONGEST_PAUSE_MS = 1_500;

export const soak: Soak = ({ count, seed }) => {
  const random = new Random(seed);
  return killWhileTranscribing(
    Array.from({ length: count }, () => random.pick(VICTIMS)),
    random,
  );
};

/**
 * Kills one victim after the other at random moments while several people send the sample, starts again
 * what does not start by itself, and in the end proves that nothing was lost and nothing happened twice.
 * @throws AssertionError when something was
 */
export async function killWhileTranscribing(victims: Victim[], random: Random): Promise<Figures> {
  await prepareDatabase();
  const port = await freePort();
  const senders = await signUpPeople(port);
  const group = new CelesteGroup(settings.dataDir, port);
  await group.start();
  try {
    const people = new Senders(senders);
    people.send();
    await people.settle();
    await untilIdle();
    const undisturbed = await Transcript.findOne({ rejectOnEmpty: true });

    const killer = new Killer(group, people, random);
    for (const [index, victim] of victims.entries()) {
      const hit = await killer.kill(victim);
      say(`kill ${index + 1} of ${victims.length}: ${victim} while ${hit.join(' and ')}`);
    }
    await people.settle();
    await untilIdle();
    const finished = await proveFinished(people.sent, undisturbed.utterances);
    return {
      kills: victims.length,
      ...killer.hits(),
      'recordings finished once': finished.length,
      'attempts they took': await Job.sum('attempts'),
    };
  } finally {
    await group.stop();
  }
}

async function signUpPeople(port: number): Promise<Person[]> {
  const celeste = await startCeleste({
    command: 'web',
    dataDir: settings.dataDir,
    env: { PORT: String(port) },
  });
  const people: Person[] = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await signUp(celeste));
  await celeste.stop();
  return people;
}

/** People who send the sample in turn, each form until it is answered. */
class Senders {
  readonly #people: Person[];
  #unanswered = new Set<Promise<void>>();
  sent = 0;

  constructor(people: Person[]) {
    this.#people = people;
  }

  /** Has the next person send a recording; does not wait for the answer. */
  send(): void {
    assert.ok(this.sent < PEOPLE * MOST_PER_PERSON, 'the trial minutes of all people are used up');
    const person = this.#people[this.sent % PEOPLE]!;
    this.sent += 1;
    const answered = sendUntilAnswered(person).finally(() => this.#unanswered.delete(answered));
    this.#unanswered.add(answered);
  }

  /** Waits until every form is answered. */
  async settle(): Promise<void> {
    await Promise.all(this.#unanswered);
  }

  /** Sends until enough recordings are under way. */
  async keepBusy(): Promise<void> {
    const underWay = await Job.count({ where: { status: ['waiting', 'running'] } });
    for (let missing = UNDER_WAY - underWay - this.#unanswered.size; missing > 0; missing -= 1) this.send();
  }
}

/** The same form again and again while the server is down, as an impatient person would. */
async function sendUntilAnswered(person: Person): Promise<void> {
  const submissionId = randomUUID();
  for (;;) {
    const answer = await person.post('/transcriptions', { submissionId }).catch(() => null);
    if (answer) return assert.equal(answer.status, 303, answer.body);
    await sleep(100);
  }
}

/** Chooses moments and victims, and notes what was hit. */
class Killer {
  readonly #group: CelesteGroup;
  readonly #people: Senders;
  readonly #random: Random;
  /** Claims whose worker is dead; the jobs are taken over when their leases end. */
  readonly #orphaned = new Set<string>();
  readonly #hits = new Map<string, number>();

  constructor(group: CelesteGroup, people: Senders, random: Random) {
    this.#group = group;
    this.#people = people;
    this.#random = random;
  }

  /** How often each victim was hit at each stage of a recording it worked on. */
  hits(): Figures {
    return Object.fromEntries([...this.#hits].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** Waits for a random moment and kills. @returns the stages of the recordings that were hit */
  async kill(victim: Victim): Promise<string[]> {
    for (;;) {
      await this.#people.keepBusy();
      await sleep(this.#random.below(LONGEST_PAUSE_MS));
      const jobs = await this.#jobsOfLivingWorker();
      const stages = (await Promise.all(jobs.map(stageOf))).sort();
      if (jobs.length === 0 || !(await hasAttemptsLeft())) continue;
      const hit = victim === 'child' ? this.#killChild(stages) : await this.#killWorker(victim, jobs, stages);
      if (!hit) continue;
      for (const stage of hit) {
        const name = `${victim} hit while ${stage}`;
        this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1);
      }
      return hit;
    }
  }

  async #jobsOfLivingWorker(): Promise<Job[]> {
    const running = await Job.findAll({ where: { status: 'running' } });
    return running.filter((job) => !this.#orphaned.has(claimOf(job)));
  }

  #killChild(stages: string[]): string[] | null {
    const children = this.#group.workerChildren();
    if (children.length === 0) return null;
    const { pid, command } = this.#random.pick(children);
    process.kill(pid, 'SIGKILL');
    if (!command.includes('speech/local/child')) return ['decoding'];
    // Of two speech processes the command line does not tell which stage each is at.
    const possible = [...new Set(stages)].filter((stage) => /^(recognizing|diarizing)$/.test(stage));
    return [possible.join(' or ') || 'between two stages'];
  }

  async #killWorker(victim: Victim, jobs: Job[], stages: string[]): Promise<string[] | null> {
    const worker = this.#group.worker();
    if (!worker) return null;
    if (victim === 'worker') {
      process.kill(worker.pid, 'SIGKILL');
    } else {
      await this.#group.kill();
      await this.#group.start();
    }
    for (const job of jobs) this.#orphaned.add(claimOf(job));
    return stages;
  }
}

const claimOf = (job: Job) => `${job.id}:${job.fence}`;

/** A job that is hit at each of its attempts would rightly end as Erro, or without speakers. */
async function hasAttemptsLeft(): Promise<boolean> {
  const most = await Job.max<number, Job>('attempts', { where: { status: ['waiting', 'running'] } });
  return most < JOB_ATTEMPTS - 1;
}

/** What the recording of a running job is at. */
async function stageOf(job: Job): Promise<string> {
  const { transcriptionId } = JSON.parse(job.payload) as { transcriptionId: number };
  const kept = await Checkpoint.count({ where: { transcriptionId } });
  const { status, stage } = await Transcription.findByPk(transcriptionId, { rejectOnEmpty: true });
  if (status === 'pending') return 'starting';
  if (status === 'succeeded') return 'ending';
  if (kept === 2) return 'finishing';
  if (kept === 1) return 'diarizing';
  return stage === 'recognizing' ? 'recognizing' : 'decoding';
}
