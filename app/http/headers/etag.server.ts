import { createHash } from 'node:crypto';
import type { UnfinishedState } from '@/app/services/transcription/read-unfinished-transcript.server';

export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
}

/** ETag of an unfinished transcription's page. */
export function unfinishedEtagOf(state: UnfinishedState): string {
  const { status, stage, progressPercent, minutesLeft, isOverdue, waitsFor, retryMinutes, pieceCount } =
    state;
  return etagOf({
    ...{ status, stage, progressPercent, minutesLeft, isOverdue, waitsFor, retryMinutes, pieceCount },
  });
}

/** The answer to a poll: 304 when unchanged, 204 with the new ETag when changed. */
export function statusResponse(request: Request, etag: string): Response {
  const status = request.headers.get('If-None-Match') === etag ? 304 : 204;
  return new Response(null, { status, headers: { ETag: etag, 'Cache-Control': 'private, no-cache' } });
}
