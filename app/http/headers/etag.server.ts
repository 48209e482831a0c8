import { createHash } from 'node:crypto';
import type { UnfinishedState } from '@/app/services/transcription/read-unfinished-transcript.server';

export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

/** ETag of an unfinished transcription's page; null stands for a finished one. */
export function unfinishedEtagOf(state: UnfinishedState | null): string {
  if (!state) return etagOf(null);
  const { status, stage, progressPercent, minutesLeft, pieceCount } = state;
  return etagOf({ status, stage, progressPercent, minutesLeft, pieceCount });
}
