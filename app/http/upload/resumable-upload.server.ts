import { Readable } from 'node:stream';
import { DataStore, MemoryLocker, Server, Upload } from '@tus/server';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { describeUpload } from '@/app/services/upload/describe-upload.server';
import { discardUpload } from '@/app/services/upload/discard-upload.server';
import { receiveChunk } from '@/app/services/upload/receive-chunk.server';
import { mapDiskFull } from '../forms/full-disk.server';
import { uploadBody } from '../forms/request-body.server';
import { isOutage, OUTAGE_RETRY_SECONDS } from '../server/outage.server';

/** One chunk of an upload at a time: a browser that reconnects ends the request of its broken connection. */
const locker = new MemoryLocker();

/**
 * HEAD, PATCH or DELETE of tus 1.0.0 on an upload of this user; another route creates uploads, by a form. 503 while the
 * database is unavailable.
 */
export async function continueUpload(request: Request, userId: number): Promise<Response> {
  const body = request.body && uploadBody(request);
  const server = new Server({
    path: '/uploads',
    datastore: new UserUploadStore(userId),
    locker,
    allowedOrigins: [],
    onResponseError: (_request, thrown) => {
      if (body?.errored instanceof AppError) return { status_code: body.errored.status, body: '' };
      if ('status_code' in thrown) return undefined;
      const error = mapDiskFull(thrown);
      if (error instanceof AppError) return { status_code: error.status, body: '' };
      if (isOutage(error)) return { status_code: 503, body: '' };
      // The library would expose the message of an unknown error.
      log.error({ error }, 'a piece of an upload was not kept');
      return { status_code: 500, body: '' };
    },
  });
  const response = await server.handleWeb(body ? withBody(request, body) : request);
  if (response.status === 503) response.headers.set('Retry-After', String(OUTAGE_RETRY_SECONDS));
  return response;
}

function withBody(request: Request, body: Readable): Request {
  const { method, headers, signal } = request;
  const stream = Readable.toWeb(body) as unknown as ReadableStream;
  const init: RequestInit = { method, headers, signal, body: stream, duplex: 'half' };
  return new Request(request.url, init);
}

class UserUploadStore extends DataStore {
  readonly #userId: number;

  constructor(userId: number) {
    super();
    this.#userId = userId;
    this.extensions = ['termination'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const { sizeBytes, receivedBytes, beganAt } = await describeUpload(this.#userId, id);
    return new Upload({ id, size: sizeBytes, offset: receivedBytes, creation_date: beganAt.toISOString() });
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    return receiveChunk({ userId: this.#userId, publicId: id, body, offset });
  }

  override async remove(id: string): Promise<void> {
    await discardUpload(this.#userId, id);
  }
}
