import { FileService, type Transcript, type TranscriptParams, TranscriptService } from 'assemblyai';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { EngineFault } from '../port';
import { requestService, type ServiceCall } from '../service-request.server';

export interface AssemblyAiAccount {
  apiKey: string;
  baseUrl: string;
}

/** The transcript does not exist: 404, or deleted. */
export class TranscriptNotFound extends Error {}

const SERVICE = 'AssemblyAI';
const PAGE = 200;

/** AssemblyAI's error messages for unusable recordings; they have no error codes. */
const RECORDING_ERRORS: [RegExp, AppErrorCode][] = [
  [/no spoken audio|no speech|speech threshold|duration is too short/i, 'media.no-speech'],
  [/does not appear to contain audio|no audio/i, 'media.no-audio'],
  [/transcoding failed|unsupported|corrupt|could not be decoded|file type/i, 'media.decode-failed'],
];

/** @returns the matching AppError when the recording is at fault; null when the service or the request is */
export function recordingErrorOf(text: string): AppError | null {
  const code = RECORDING_ERRORS.find(([saying]) => saying.test(text))?.[1];
  return code ? new AppError(code) : null;
}

/** The SDK's calls can neither be aborted nor timed out, and its errors have no status or Retry-After. */
class Files extends FileService {
  constructor(
    account: AssemblyAiAccount,
    readonly call: ServiceCall,
  ) {
    super(account);
  }

  protected override fetchResponse(input: string, init?: RequestInit): Promise<Response> {
    return sendRequest(this.call, (guarded) => super.fetchResponse(input, { ...init, ...guarded }));
  }
}

class Transcripts extends TranscriptService {
  constructor(
    account: AssemblyAiAccount,
    readonly call: ServiceCall,
  ) {
    super(account, new FileService(account));
  }

  protected override fetchResponse(input: string, init?: RequestInit): Promise<Response> {
    return sendRequest(this.call, (guarded) => super.fetchResponse(input, { ...init, ...guarded }));
  }
}

/** @throws EngineFault, TranscriptNotFound, or AppError when the recording itself is rejected */
async function sendRequest(
  call: ServiceCall,
  ask: (guarded: Pick<RequestInit, 'signal' | 'redirect'>) => Promise<Response>,
): Promise<Response> {
  // Reject redirects: the API key must not reach another server.
  const response = await requestService(call, (signal) => ask({ signal, redirect: 'error' }));
  if (response.ok) return response;
  const text = await response.text();
  if (response.status === 404 || /id not found/i.test(text))
    throw new TranscriptNotFound(`${call.operation}: not there`);
  const fault = response.status === 400 && recordingErrorOf(text);
  if (fault) throw fault;
  throw new EngineFault('refused', `${SERVICE} refused to ${call.operation} with ${response.status}`);
}

export interface AssemblyAiTimeouts {
  answerMs: number;
  uploadMs: number;
}

export type AssemblyAiClient = ReturnType<typeof assemblyAiClient>;

/** Every call throws EngineFault on errors of the service, and the signal's reason when aborted. */
export function assemblyAiClient(account: AssemblyAiAccount, timeouts: AssemblyAiTimeouts) {
  const call = (operation: string, signal: AbortSignal, timeoutMs = timeouts.answerMs): ServiceCall => ({
    service: SERVICE,
    operation,
    signal,
    timeoutMs,
  });

  /** Reports malformed responses as EngineFault: the SDK does not validate response bodies. */
  async function withValidResponse<T>({ operation }: ServiceCall, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      throw new EngineFault('unavailable', `${SERVICE} gave no sensible answer to ${operation}`, null, {
        cause: error,
      });
    }
  }

  const transcripts = <T>(about: ServiceCall, work: (service: Transcripts) => Promise<T>) =>
    withValidResponse(about, work(new Transcripts(account, about)));

  return {
    /** @returns URL of the recording, which only AssemblyAI can read */
    async upload(recording: ReadableStream, signal: AbortSignal): Promise<string> {
      const about = call('upload', signal, timeouts.uploadMs);
      return withValidResponse(about, new Files(account, about).upload(recording));
    },
    async submit(params: TranscriptParams, signal: AbortSignal): Promise<{ id: string }> {
      const submitted: { id?: unknown } | null = await transcripts(call('submit', signal), (service) =>
        service.submit(params),
      );
      if (typeof submitted?.id === 'string') return { id: submitted.id };
      throw new EngineFault('unavailable', `${SERVICE} did not say which transcript it begins`);
    },
    /** @throws TranscriptNotFound */
    get: (id: string, signal: AbortSignal): Promise<Transcript> =>
      transcripts(call('read', signal), (service) => service.get(id)),
    /** @throws TranscriptNotFound */
    async remove(id: string, signal: AbortSignal): Promise<void> {
      await transcripts(call('remove', signal), (service) => service.delete(id));
    },
    /** The transcript created from an upload since a date; null when there is none. */
    async findByUpload(uploadUrl: string, since: Date, signal: AbortSignal): Promise<string | null> {
      let beforeId: string | undefined;
      for (;;) {
        const page = await transcripts(call('list', signal), (service) =>
          service.list({ limit: PAGE, ...(beforeId && { before_id: beforeId }) }),
        );
        const found = page.transcripts.find(({ audio_url }) => audio_url === uploadUrl);
        if (found) return found.id;
        const oldest = page.transcripts.at(-1);
        if (!oldest || page.transcripts.length < PAGE || oldest.created < since) return null;
        beforeId = oldest.id;
      }
    },
  };
}
