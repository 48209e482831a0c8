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

    const hits = new Map<string, number>();
    for (const [index, victim] of victims.entries()) {
      const hit = await killOnce(group, victim, people, random);
      hits.set(hit, (hits.get(hit) ?? 0) + 1);
      say(`kill ${index + 1} of ${victims.length}: ${hit}`);
    }
    await people.settle();
    await untilIdle();
    const finished = await proveFinished(people.sent, undisturbed.utterances);
    const attempts = await Job.sum('attempts');
    const sortedHits = [...hits].sort(([a], [b]) => a.localeCompare(b));
    return {
      kills: victims.length,
      ...Object.fromEntries(sortedHits),
      'recordings finished once': finished.length,
      'attempts they took': attempts,
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

/** @returns what was hit, and at which stage of its work */
async function killOnce(
  group: CelesteGroup,
  victim: Victim,
  people: Senders,
  random: Random,
): Promise<string> {
  for (;;) {
    await people.keepBusy();
    await sleep(random.below(LONGEST_PAUSE_MS));
    const stages = await stagesUnderWay();
    const target = victim === 'child' ? pickChild(group, random) : group.worker()?.pid;
    if (stages.length === 0 || target === undefined || !(await hasAttemptsLeft())) continue;
    if (victim === 'group') {
      await group.kill();
      await group.start();
    } else {
      process.kill(target, 'SIGKILL');
    }
    return `${victim} killed while ${stages.join(' and ')}`;
  }
}

function pickChild(group: CelesteGroup, random: Random): number | undefined {
  const children = group.workerChildren();
  return children.length > 0 ? random.pick(children).pid : undefined;
}

/** A job that is hit at each of its attempts would rightly end as Erro. */
async function hasAttemptsLeft(): Promise<boolean> {
  const most = await Job.max<number, Job>('attempts', { where: { status: ['waiting', 'running'] } });
  return most < JOB_ATTEMPTS - 1;
}

/** What the recordings that are being worked on are at; several are told in alphabetical order. */
async function stagesUnderWay(): Promise<string[]> {
  const running = await Job.findAll({ where: { status: 'running' } });
  const stages = await Promise.all(
    running
      .filter(({ leasedUntil }) => leasedUntil !== null)
      .map(async ({ payload }) => {
        const { transcriptionId } = JSON.parse(payload) as { transcriptionId: number };
        const kept = await Checkpoint.count({ where: { transcriptionId } });
        const transcription = await Transcription.findByPk(transcriptionId, { rejectOnEmpty: true });
        if (transcription.status === 'pending') return 'starting';
        if (transcription.status === 'succeeded') return 'ending';
        if (kept === 2) return 'finishing';
        if (kept === 1) return 'diarizing';
        return transcription.stage === 'recognizing' ? 'recognizing' : 'decoding';
      }),
  );
  return stages.sort();
}
