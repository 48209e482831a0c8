import { createHash } from 'node:crypto';
import type { UnfinishedState } from '@/app/services/transcription/read-unfinished-transcript.server';

/** A strong ETag of a value that survives JSON. */
export function versionOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

/** Of what the page of an unfinished transcription shows; null stands for a final one. */
export function unfinishedVersionOf(state: UnfinishedState | null): string {
  if (!state) return versionOf(null);
  const { status, stage, progressPercent, minutesLeft, pieceCount } = state;
  return versionOf({ status, stage, progressPercent, minutesLeft, pieceCount });
}
