import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import { MAX_VISIT_MS } from '@/app/domain/meeting/limits';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import type { VisitState } from '@/app/integrations/meeting-bot/port';
import { Meeting } from '@/models/meeting.server';
import { type JobRun, LeaseLost } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { isDatabaseUnavailable, retryThroughOutages } from '../platform/system/database-outage.server';
import { addPiece } from './meeting-pieces.server';
import type { MeetingText } from './meeting-text.server';
import { presentAssistant } from './present-assistant.server';

/** How long the assistant stays in a meeting after its worker was told to shut down. */
export const HAND_OVER_MS = 60_000;

/** How often the owner's wishes are read. */
const WATCH_INTERVAL_MS = 1_000;

let visitsUnderway = 0;

/** Whether this process has an assistant in a meeting, or on its way there. */
export const hasAssistantInMeeting = (): boolean => visitsUnderway > 0;

/** Why this process calls the assistant back. */
type Recall = 'stopped' | 'time-limit' | 'handed-over' | 'taken-over';

/**
 * One visit of the assistant to a meeting, from its knock to its leave, whose state is written to the meeting's row.
 * @throws the reason of the run's signal when the worker shuts down and the assistant was called back; LeaseLost when
 *   another worker took over
 */
export async function visitRoom(
  meeting: Meeting,
  run: JobRun<unknown>,
  { handOverMs, text }: { handOverMs: number; text: MeetingText },
): Promise<EndReason> {
  const visit = new Visit(meeting, run);
  const folder = await addPiece(meeting, run.claim);
  const { botName, announcement, maxWaitMs } = await presentAssistant(meeting);
  const over = new AbortController();
  const watched = Promise.all([visit.watchOwner(over.signal), visit.watchWorker(over.signal, handOverMs)]);
  const left = new Promise((resolve) => over.signal.addEventListener('abort', resolve, { once: true }));
  let isHeard = false;
  visitsUnderway += 1;
  try {
    const { room } = meeting;
    const { reason, detail } = await meetingBot.visit({
      ...{ room, botName, announcement, maxWaitMs, folder },
      // Of a longer recording no transcription is made.
      leaveAt: new Date(Date.now() + settings.maxFileMs),
      signal: visit.signal,
      onState(state) {
        visit.show(state);
        if (state.phase !== 'recording' || isHeard) return;
        isHeard = true;
        text.follow({ folder, since: state.since, left });
      },
    });
    log.info({ meetingId: meeting.id, reason, detail }, 'the assistant left a meeting');
    return visit.reasonFor(reason);
  } finally {
    visitsUnderway -= 1;
    over.abort();
    await watched;
    await visit.written;
  }
}

class Visit {
  readonly #meeting: Meeting;
  readonly #run: JobRun<unknown>;
  readonly #recalled = new AbortController();
  #written: Promise<void> = Promise.resolve();
  #recall: Recall | null = null;

  constructor(meeting: Meeting, run: JobRun<unknown>) {
    this.#meeting = meeting;
    this.#run = run;
  }

  /** Calls the assistant back. */
  get signal(): AbortSignal {
    return this.#recalled.signal;
  }

  /** Resolves once every state so far stands in the database. */
  get written(): Promise<void> {
    return this.#written;
  }

  show(state: VisitState): void {
    const { recordingSince } = this.#meeting;
    if (state.phase === 'entering') this.#write({ phase: recordingSince ? 'rejoining' : 'entering' });
    if (state.phase === 'lobby') this.#write({ phase: 'lobby', waitsUntil: state.lastsUntil });
    if (state.phase === 'recording') this.#showRecording(state);
  }

  #showRecording({ since, people, isUnheard }: Extract<VisitState, { phase: 'recording' }>): void {
    const phase = isUnheard ? 'unheard' : 'recording';
    this.#write({ status: 'running', phase, people: JSON.stringify(people) });
    if (this.#meeting.recordingSince) return;
    const first = { recordingSince: since, leavesAt: new Date(since.getTime() + MAX_VISIT_MS) };
    // Another visit to this meeting goes on from here.
    this.#meeting.set(first);
    this.#write(first);
  }

  /** In order, and through outages of the database, which does not disturb the meeting. */
  #write(values: Partial<Meeting>): void {
    const { claim, signal } = this.#run;
    this.#written = this.#written.then(async () => {
      try {
        const work = () =>
          withLease(claim, (transaction) =>
            Meeting.update(values, { where: { id: this.#meeting.id, endedAt: null }, transaction }),
          );
        await retryThroughOutages(work, signal);
      } catch (error) {
        if (error instanceof LeaseLost) return this.#callBack('taken-over');
        log.warn({ error, meetingId: this.#meeting.id }, 'the state of a meeting could not be written');
      }
    });
  }

  /** Calls the assistant back when its owner wants that, deleted the meeting, or its longest time is over. */
  async watchOwner(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await sleep(WATCH_INTERVAL_MS, undefined, { signal: over }).catch(() => undefined);
      const meeting = await this.#read();
      if (meeting === 'unknown') continue;
      if (!meeting || meeting.stopRequestedAt) this.#callBack('stopped');
      else if (meeting.leavesAt && meeting.leavesAt.getTime() <= Date.now()) this.#callBack('time-limit');
    }
  }

  async #read(): Promise<Pick<Meeting, 'stopRequestedAt' | 'leavesAt'> | null | 'unknown'> {
    try {
      return await Meeting.findByPk(this.#meeting.id, { attributes: ['stopRequestedAt', 'leavesAt'] });
    } catch (error) {
      // An outage is logged once elsewhere. Nothing here may end the visit.
      if (!isDatabaseUnavailable(error))
        log.warn({ error, meetingId: this.#meeting.id }, 'a meeting cannot be read');
      return 'unknown';
    }
  }

  /** Calls the assistant back at once when another worker took over, and some time after a shutdown began. */
  async watchWorker(over: AbortSignal, handOverMs: number): Promise<void> {
    const { signal } = this.#run;
    await sleep(2 ** 31 - 1, undefined, { signal: AbortSignal.any([over, signal]) }).catch(() => undefined);
    if (over.aborted) return;
    if (signal.reason instanceof LeaseLost) return this.#callBack('taken-over');
    await sleep(handOverMs, undefined, { signal: over }).catch(() => undefined);
    if (!over.aborted) this.#callBack('handed-over');
  }

  #callBack(why: Recall): void {
    this.#recall ??= why;
    this.#recalled.abort();
  }

  /** @throws see visitRoom */
  reasonFor(reason: EndReason): EndReason {
    if (reason !== 'stopped' || !this.#recall) return reason;
    if (this.#recall === 'taken-over') throw new LeaseLost(this.#run.claim);
    if (this.#recall === 'handed-over') throw this.#run.signal.reason;
    return this.#recall;
  }
}
