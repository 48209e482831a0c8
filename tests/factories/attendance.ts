import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import { attendMeeting } from '@/app/services/meeting/attend-meeting.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { claimAttempt } from './attempt';
import { current } from './current-bot';
import { record } from './scripted-bot';
import { wav } from './wav';

export const SECOND = 1_000;
const BYTES_PER_SECOND = 32_000;
const HEADER_BYTES = 44;

/** A dialogue of two people. */
export const sample = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));

/** A part of the dialogue, in seconds. */
export const speech = (from: number, to: number): Buffer =>
  wav(sample.subarray(HEADER_BYTES + from * BYTES_PER_SECOND, HEADER_BYTES + to * BYTES_PER_SECOND));

/** Somebody whose tile glows, in seconds. */
export const glow = (name: string, startS: number, endS: number) => ({
  name,
  startMs: startS * SECOND,
  endMs: endS * SECOND,
});

export const claimMeeting = () => claimAttempt<{ meetingId: number }>('attend-meeting');

/** Runs the job of the next meeting. */
export async function attend(): Promise<void> {
  const run = await claimMeeting();
  await attendMeeting(run);
  await completeJob(run.claim);
}

/** The next visit records so many seconds of speech and ends so. */
export function records(seconds: number, reason: EndReason = 'ended'): void {
  current.bot.scripts.push(async ({ folder, onState }) => {
    const since = new Date();
    onState({ phase: 'entering' });
    onState({ phase: 'recording', since, people: ['Ana'] });
    await record(folder, { audio: speech(0, seconds), startedAt: since });
    return { reason };
  });
}
