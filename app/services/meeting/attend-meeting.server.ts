import { Op, UniqueConstraintError } from 'sequelize';
import { meetingSubject } from '@/app/domain/jobs';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import { EARLY_START_MS, MAX_DELAY_MS } from '@/app/domain/meeting/limits';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import { Job } from '@/models/job.server';
import { Meeting } from '@/models/meeting.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { type JobRun, NotYet } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { failMeeting } from './fail-meeting.server';
import { finishMeeting } from './finish-meeting.server';
import { isOthersTurn } from './is-others-turn.server';
import { lastHeardAt, waitUntilLeft } from './meeting-pieces.server';
import { MeetingText } from './meeting-text.server';
import { occupiedRoomOf } from './schedule-assistant.server';
import { HAND_OVER_MS, visitRoom } from './visit-room.server';
import { waitForSpace } from './wait-for-space.server';

type Run = JobRun<{ meetingId: number }>;

/** After more crashes of its browser in one meeting, the assistant does not come back. */
const MAX_CRASHES = 3;

const YIELD_MS = 3_000;

/**
 * Job: sends the assistant into a meeting, and makes a transcription of what it recorded. A later attempt goes on where
 * an earlier one stopped: it joins again, or finishes.
 * @param handOverMs how long the assistant stays when the worker shuts down
 * @throws the reason of the run's signal, when the next worker is to go on; LeaseLost when one did already; NotYet
 *   while it is another account's turn
 */
export async function attendMeeting(run: Run, handOverMs = HAND_OVER_MS): Promise<void> {
  const meeting = await Meeting.findByPk(run.payload.meetingId);
  if (!meeting || meeting.endedAt || (await isLeftToAnotherJob(meeting, run))) return;
  if (meeting.phase === null && (await isOthersTurn(meeting))) throw new NotYet(YIELD_MS);
  const text = new MeetingText(meeting);
  try {
    const reason = meeting.endReason ?? (await attend(meeting, run, { handOverMs, text }));
    await finishMeeting(meeting, { reason, text }, run);
  } finally {
    await text.stop();
  }
}

/** Dead-letter handler: what was recorded becomes a transcription if that is still possible. */
export async function handleMeetingDeadLetter(run: Run): Promise<void> {
  const meeting = await Meeting.findByPk(run.payload.meetingId);
  if (!meeting || meeting.endedAt) return;
  try {
    const ending = { reason: meeting.endReason ?? 'failed', text: new MeetingText(meeting) } as const;
    await finishMeeting(meeting, ending, run);
  } catch {
    await withLease(run.claim, (transaction) => failMeeting(meeting, 'failed', transaction));
  }
}

async function attend(
  meeting: Meeting,
  run: Run,
  visit: { handOverMs: number; text: MeetingText },
): Promise<EndReason> {
  const obstacle = await obstacleTo(meeting, run);
  if (obstacle) return obstacle;
  await waitUntilLeft(meeting, run.signal);
  let crashes = 0;
  for (;;) {
    const reason = await visitRoom(meeting, run, visit);
    if (reason === 'disk-full' && (await waitForSpace(meeting, run.signal))) continue;
    if (reason === 'crashed') crashes += 1;
    if (reason !== 'crashed' || crashes > MAX_CRASHES) return reason;
  }
}

/** A form that changed the meeting while this job was being claimed has made another one. */
async function isLeftToAnotherJob({ id, type, startsAt, phase }: Meeting, { claim }: Run): Promise<boolean> {
  if (phase === null && type === 'scheduled' && startsAt.getTime() - Date.now() > 2 * EARLY_START_MS)
    return true;
  const older = { subject: meetingSubject(id), status: 'running', id: { [Op.lt]: claim.jobId } };
  return (await Job.count({ where: { ...older, leasedUntil: { [Op.gt]: new Date() } } })) > 0;
}

async function obstacleTo(meeting: Meeting, run: Run): Promise<EndReason | null> {
  if (meeting.stopRequestedAt) return 'stopped';
  const heardAt = await lastHeardAt(meeting);
  if (heardAt && isLate(heardAt)) return 'crashed';
  if (!heardAt && isLate(meeting.startsAt)) return 'too-late';
  if (!heardAt && (await readBalance(meeting.userId)) <= 0) return 'no-minutes';
  if (await meetingBot.obstacle()) return 'no-browser';
  return (await occupyRoom(meeting, run)) ? null : 'already-there';
}

const isLate = (since: Date) => Date.now() - since.getTime() > MAX_DELAY_MS;

/** False when another assistant of the account is in the room, or goes there. */
async function occupyRoom({ id, userId, room, occupiedRoom }: Meeting, run: Run): Promise<boolean> {
  if (occupiedRoom) return true;
  try {
    await withLease(run.claim, (transaction) =>
      Meeting.update({ occupiedRoom: occupiedRoomOf(userId, room) }, { where: { id }, transaction }),
    );
    return true;
  } catch (error) {
    if (error instanceof UniqueConstraintError) return false;
    throw error;
  }
}
