import { createHash } from 'node:crypto';
import type { UnfinishedState } from '@/app/services/transcription/read-unfinished-transcript.server';

/** A strong ETag of a JSON-serialisable value. */
export function versionOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

/** ETag of an unfinished transcription's page; null stands for a finished one. */
export function unfinishedVersionOf(state: UnfinishedState | null): string {
  if (!state) return versionOf(null);
  const { status, stage, progressPercent, minutesLeft, pieceCount } = state;
  return versionOf({ status, stage, progressPercent, minutesLeft, pieceCount });
}
