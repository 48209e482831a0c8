import type { Readable } from 'node:stream';
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { normalised } from '@/app/domain/format/normalised';
import type { OpenRecording } from '@/app/services/transcription/open-recording.server';
import { parseByteRange } from './byte-range';

/** Names a download, in ASCII for old browsers and in full for the rest (RFC 6266). */
export function attachment(fileName: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = normalised(fileName, 'NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Whom an answer goes to: the part of a loader's arguments that a body needs. */
type BrowserSide = Pick<LoaderFunctionArgs, 'request' | 'context'>;

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
 * The body of an answer, read from its source as fast as the browser takes it. When that goes away the source
 * is closed. Remix itself would write on without waiting, and keep in memory what a slow line has not taken.
 */
export function bodyFrom({ request, context }: BrowserSide, source: Readable): ReadableStream<Uint8Array> {
  const whenTaken = context?.whenTaken as (() => Promise<void>) | undefined;
  const chunks = source.iterator() as AsyncIterator<Uint8Array>;
  request.signal.addEventListener('abort', () => source.destroy());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await whenTaken?.();
        const { done, value } = await chunks.next().catch((error: unknown) => {
          if (!request.signal.aborted) throw error;
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

/** So long does somebody listen who has the page open and no scripts that would ask for a new address. */
const LISTENING_SECONDS = 12 * 3600;

/**
 * Sends a recording, whole or the range that was asked for; or leads to where it is kept, with an address that
 * opens nothing else.
 */
export async function sendRecording(side: BrowserSide, recording: OpenRecording): Promise<Response> {
  const contentType = MEDIA_TYPES[recording.extension] ?? 'application/octet-stream';
  const disposition = attachment(recording.fileName, 'inline');
  if (recording.address && side.request.method !== 'HEAD') {
    const expiresInSeconds = LISTENING_SECONDS;
    const address = await recording.address({ expiresInSeconds, contentType, disposition });
    return redirect(address, { headers: { 'Cache-Control': 'private, no-store' } });
  }
  return sendBytes(side, { ...recording, contentType, disposition });
}

/** Sends an object, whole or the range that was asked for. */
export function sendBytes(
  { request, context }: BrowserSide,
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
  const body = isHead ? null : bodyFrom({ request, context }, object.read({ start, end }));
  return new Response(body, { status: range ? 206 : 200, headers });
}
