import type { Readable } from 'node:stream';
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { normaliseUnicode } from '@/app/domain/format/normalise-unicode';
import type { ExportedVersion } from '@/app/services/transcript/export-transcript.server';
import type { OpenRecording } from '@/app/services/transcript/open-recording.server';
import type { LoadContext } from '../server/load-context.server';
import { parseByteRange } from './byte-range';

/** A Content-Disposition header: an ASCII name for old browsers, and the full one in UTF-8 (RFC 6266). */
export function attachment(fileName: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = normaliseUnicode(fileName, 'NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * A file that was made of a saved text for this request, to be saved by the browser; the headers say which version it
 * has, and how many changes it lacks.
 */
export function fileResponse(file: ExportedVersion): Response {
  const { fileName, contentType, body, version, unsavedCount } = file;
  const headers = {
    'Cache-Control': 'private, no-store',
    'Content-Disposition': attachment(fileName),
    'Content-Type': contentType,
    'X-Celeste-Version': String(version),
    'X-Celeste-Unsaved-Changes': String(unsavedCount),
  };
  return new Response(body, { headers });
}

type BodyContext = Pick<LoaderFunctionArgs, 'request' | 'context'>;

const MEDIA_TYPES: Record<string, string> = {
  '.3ga': 'audio/3gpp',
  '.3gp': 'video/3gpp',
  '.aac': 'audio/aac',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.amr': 'audio/amr',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.m4b': 'audio/mp4',
  '.m4r': 'audio/mp4',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpga': 'audio/mpeg',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
};

/**
 * Streams with backpressure. Remix ignores it, and would buffer in memory what a slow connection has not
 * taken.
 */
export function streamBody({ request, context }: BodyContext, source: Readable): ReadableStream<Uint8Array> {
  const { disconnected = request.signal, waitForDrain } = (context ?? {}) as Partial<LoadContext>;
  const chunks = source.iterator() as AsyncIterator<Uint8Array>;
  if (disconnected.aborted) source.destroy();
  disconnected.addEventListener('abort', () => source.destroy());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await waitForDrain?.();
        const { done, value } = await chunks.next().catch((error: unknown) => {
          if (!disconnected.aborted) throw error;
          return { done: true, value: undefined };
        });
        if (done) controller.close();
        else controller.enqueue(value!);
      },
      cancel: () => {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Long, since a page without scripts cannot request a new URL while it stays open. */
const SIGNED_URL_SECONDS = 12 * 3600;

/** Lets the browser play a recording that is opened on its own, in the page that it makes for it. */
const PLAYABLE = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Sends a recording, whole or by byte range, or redirects to its signed URL.
 * @param shownAs 'attachment' for the browser to save it
 */
export async function sendRecording(
  side: BodyContext,
  recording: OpenRecording,
  shownAs: 'attachment' | 'inline' = 'inline',
): Promise<Response> {
  const contentType = MEDIA_TYPES[recording.extension] ?? 'application/octet-stream';
  const disposition = attachment(recording.fileName, shownAs);
  if (recording.createSignedUrl && side.request.method !== 'HEAD') {
    const expiresInSeconds = SIGNED_URL_SECONDS;
    const address = await recording.createSignedUrl({ expiresInSeconds, contentType, disposition });
    return redirect(address, { headers: { 'Cache-Control': 'private, no-store' } });
  }
  const response = sendBytes(side, { ...recording, contentType, disposition });
  if (shownAs === 'inline') response.headers.set('Content-Security-Policy', PLAYABLE);
  return response;
}

/** Sends an object, whole or by byte range (status 200, 206 or 416). */
export function sendBytes(
  { request, context }: BodyContext,
  object: {
    contentType: string;
    disposition: string;
    sizeBytes: number;
    read(range?: { start: number; end: number }): Readable;
  },
): Response {
  const { contentType, disposition, sizeBytes } = object;
  const range = parseByteRange(request.headers.get('Range'), sizeBytes);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${sizeBytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store, no-transform',
    'Content-Disposition': disposition,
    'Content-Length': String(end - start + 1),
    'Content-Type': contentType,
  });
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${sizeBytes}`);
  const isHead = request.method === 'HEAD';
  const body = isHead ? null : streamBody({ request, context }, object.read({ start, end }));
  return new Response(body, { status: range ? 206 : 200, headers });
}
