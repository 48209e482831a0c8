import { type DetailedError, Upload } from 'tus-js-client';
import { type Line, type LineEvents, PIECE_BYTES, Refusal } from './line';

/** Uploads a file to our own server by the tus protocol. */
export class TusLine implements Line {
  readonly #upload: Upload;

  constructor(file: File, address: string, events: LineEvents) {
    let isFirst = true;
    this.#upload = new Upload(file, {
      uploadUrl: new URL(address, location.href).href,
      chunkSize: PIECE_BYTES,
      // The caller retries, without limit.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onAfterResponse: (request, response) => {
        if (isFirst && request.getMethod() === 'HEAD' && Number(response.getHeader('Upload-Offset')) > 0) {
          events.resumed();
        }
        isFirst = false;
      },
      onProgress: (sent, total) => {
        // The server keeps the received part of an interrupted chunk.
        events.kept();
        events.progress(sent / total);
      },
      onSuccess: () => events.done(),
      onError: (error) => {
        const refusal = refusalIn(error as DetailedError);
        if (refusal) events.refused(refusal);
        else events.broken();
      },
    });
  }

  start(): void {
    this.#upload.start();
  }

  stop(): Promise<void> {
    return this.#upload.abort();
  }
}

/** The server's final rejection; null for a transient error. */
function refusalIn({ originalResponse }: DetailedError): Refusal | null {
  const status = originalResponse?.getStatus() ?? 0;
  const isPassing = status === 0 || status === 408 || status === 409 || status === 423 || status >= 500;
  return isPassing ? null : new Refusal();
}
