import { type DetailedError, Upload } from 'tus-js-client';
import { CHUNK_BYTES, type Uploader, type UploaderEvents, UploadRejected } from './uploader';

export class TusUploader implements Uploader {
  readonly #upload: Upload;

  constructor(file: File, address: string, events: UploaderEvents) {
    let isFirst = true;
    this.#upload = new Upload(file, {
      uploadUrl: new URL(address, location.href).href,
      chunkSize: CHUNK_BYTES,
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
        events.stored();
        events.progress(sent / total);
      },
      onSuccess: () => events.done(),
      onError: (error) => {
        const refusal = rejectionIn(error as DetailedError);
        if (refusal) events.rejected(refusal);
        else events.failed();
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
function rejectionIn({ originalResponse }: DetailedError): UploadRejected | null {
  const status = originalResponse?.getStatus() ?? 0;
  const isPassing = status === 0 || status === 408 || status === 409 || status === 423 || status >= 500;
  return isPassing ? null : new UploadRejected();
}
