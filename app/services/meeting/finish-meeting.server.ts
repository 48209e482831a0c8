import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { createFileNamer } from '@/app/domain/format/file-names';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import type { JoinedTimeline } from '@/app/domain/meeting/timeline';
import { storage } from '@/app/integrations/storage/index.server';
import { Meeting } from '@/models/meeting.server';
import { MeetingTimelineRow } from '@/models/meeting-timeline.server';
import { newPublicId } from '@/models/public-id.server';
import { lockWallet } from '../billing/wallet/lock-wallet.server';
import type { JobRun } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { withUnregisteredMarker } from '../platform/system/remove-leftovers.server';
import { takeLiveSegments } from '../transcription/live/take-live-segments.server';
import { insertTranscription, type RecordingInStorage } from '../transcription/register-transcription.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { failMeeting } from './fail-meeting.server';
import { joinPieces, type MeetingRecording } from './join-pieces.server';
import { readPieces, removePieces } from './meeting-pieces.server';
import type { MeetingText } from './meeting-text.server';

type Run = JobRun<unknown>;

/** For the recognition of the last words; the transcription goes on from there. */
const LAST_TEXT_MS = 20_000;

/**
 * Ends a meeting: what was recorded becomes a transcription, in the same commit as the end. May be repeated: the reason
 * stands in the database first, and the recording stays on this disk until the commit.
 * @throws LeaseLost when another worker took over; DiskFull; the signal's reason when aborted
 */
export async function finishMeeting(
  meeting: Meeting,
  { reason, text }: { reason: EndReason; text: MeetingText },
  run: Run,
): Promise<void> {
  await withLease(run.claim, (transaction) =>
    Meeting.update(
      { phase: 'finishing', endReason: reason },
      { where: { id: meeting.id, endedAt: null }, transaction },
    ),
  );
  await text.finish(LAST_TEXT_MS);
  const pieces = await readPieces(meeting);
  const became = await joinPieces(pieces, run.signal, async (recording) => {
    if (recording.isSilent) return recording.isUnheard ? 'unheard' : 'silent';
    await storeRecording(meeting, recording, (stored) =>
      register(meeting, { stored, timeline: recording.timeline }, run),
    );
    return 'transcription';
  });
  if (became !== 'transcription') await fail(meeting, became ?? reason, run);
  await removePieces(meeting);
}

async function storeRecording(
  { title, language }: Meeting,
  { path, extension, durationMs }: MeetingRecording,
  registerStored: (recording: RecordingInStorage) => Promise<void>,
): Promise<void> {
  const storageKey = `recordings/${newPublicId()}`;
  const { size: sizeBytes } = await stat(path);
  await withUnregisteredMarker(storageKey, async () => {
    await storage.put(storageKey, createReadStream(path), { maxBytes: sizeBytes, announcedBytes: sizeBytes });
    try {
      await registerStored({
        ...{ storageKey, sizeBytes, durationMs, language },
        fileName: createFileNamer()(title, extension),
        speakerCount: null,
        isSample: false,
      });
    } catch (error) {
      await storage.remove(storageKey);
      throw error;
    }
  });
}

async function register(
  { id, userId, title }: Meeting,
  { stored, timeline }: { stored: RecordingInStorage; timeline: JoinedTimeline },
  run: Run,
): Promise<void> {
  await withLease(run.claim, async (transaction) => {
    const wallet = await lockWallet(userId, transaction);
    const lock = transaction.LOCK.UPDATE;
    const meeting = await Meeting.findOne({ where: { id, endedAt: null }, lock, transaction });
    // Its owner deleted it, and what it recorded with it.
    if (!meeting) throw new AppError('meeting.not-found');
    const recording = { userId, wallet, recording: stored, title, storesMany: true };
    const { id: transcriptionId } = await insertTranscription(recording, transaction);
    await takeLiveSegments({ meetingId: id }, transcriptionId, transaction);
    await MeetingTimelineRow.create({ transcriptionId, timeline: JSON.stringify(timeline) }, { transaction });
    await meeting.update(
      {
        ...{ phase: null, occupiedRoom: null, people: null, endedAt: new Date() },
        ...{ status: 'completed', transcriptionId },
      },
      { transaction },
    );
    await emitEvent(userId, 'meeting.completed', subjectOf(meeting), transaction);
  });
}

/** Without a recording. */
async function fail({ id }: Meeting, reason: EndReason, run: Run): Promise<void> {
  log.info({ meetingId: id, reason }, 'a meeting ended without a recording');
  await withLease(run.claim, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const meeting = await Meeting.findOne({ where: { id, endedAt: null }, lock, transaction });
    if (meeting) await failMeeting(meeting, reason, transaction);
  });
}
