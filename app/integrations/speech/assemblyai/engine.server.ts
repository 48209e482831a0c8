import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  EngineFault,
  type PcmFile,
  REMOTE_WORK_KEY,
  type Recognition,
  type RecognitionRequest,
  type SpeechEngine,
  type SpeechReadiness,
  StillWorking,
  WEBHOOK_HEADER,
} from '../port';
import { wavOf } from '../wav';
import {
  type AssemblyAiAccount,
  type AssemblyAiClient,
  type AssemblyAiTimeouts,
  assemblyAiClient,
  recordingErrorOf,
  TranscriptNotFound,
} from './client.server';
import { parseTranscript, recognitionOf } from './response';

/** By preference: the newest supports six languages, Portuguese among them; the fallback supports all. */
const MODELS = ['universal-3-5-pro', 'universal-2'];

/**
 * The upload URL is saved before a transcript of it is requested, so that a transcript whose id was lost in a
 * crash is found by its upload and nothing is paid twice.
 */
const remoteWorkSchema = z.object({
  engine: z.literal('assemblyai'),
  uploadUrl: z.string(),
  /** ISO 8601. */
  uploadedAt: z.string(),
  transcriptId: z.string().nullable(),
});
type RemoteWork = z.infer<typeof remoteWorkSchema>;

const HOUR_MS = 3_600_000;
/** Age up to which an upload is reused; AssemblyAI deletes unused uploads after a day. */
const UPLOAD_TTL_MS = 20 * HOUR_MS;
/** Timeout of a transcript: after this time it counts as lost. */
const MAX_PROCESSING_MS = 24 * HOUR_MS;
const POLL_INTERVAL_MS = 3_000;
/** Polling interval with a webhook, as a fallback for a lost webhook. */
const POLL_INTERVAL_WITH_WEBHOOK_MS = 60_000;
/** Share of the upload in the stage's progress. */
const UPLOAD_SHARE = 0.3;
/** Tolerated clock skew between AssemblyAI and this server. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/** AssemblyAI works asynchronously: `recognize` uploads the recording, and later calls poll. */
export class AssemblyAiEngine implements SpeechEngine {
  readonly follow = null;
  readonly diarizesLocally = false;
  readonly #client: AssemblyAiClient;

  constructor(
    account: AssemblyAiAccount,
    timeouts: AssemblyAiTimeouts = { answerMs: 60_000, uploadMs: 2 * HOUR_MS },
  ) {
    this.#client = assemblyAiClient(account, timeouts);
  }

  async readiness(): Promise<SpeechReadiness> {
    return { ready: true };
  }

  async modelName(): Promise<string> {
    return `assemblyai ${MODELS[0]}`;
  }

  async recognize(request: RecognitionRequest): Promise<Recognition> {
    const noted = parseRemoteWork(await request.notes.read(REMOTE_WORK_KEY));
    if (!noted?.transcriptId) {
      await this.#begin(request, noted);
      throw new StillWorking(request.notify ? POLL_INTERVAL_WITH_WEBHOOK_MS : POLL_INTERVAL_MS);
    }
    return this.#collect(request, noted, noted.transcriptId);
  }

  /** AssemblyAI diarizes during recognition or not at all. */
  async diarize(): Promise<null> {
    return null;
  }

  async deleteRemoteTranscript(elsewhere: unknown, signal: AbortSignal): Promise<void> {
    const noted = parseRemoteWork(elsewhere);
    if (!noted) return;
    const id = noted.transcriptId ?? (await this.#find(noted, signal));
    if (id) await this.#remove(id, signal);
  }

  async #begin(request: RecognitionRequest, noted: RemoteWork | null): Promise<void> {
    const { notes, signal, language, speakerCount, terms, notify } = request;
    const isKept = noted && Date.now() - Date.parse(noted.uploadedAt) < UPLOAD_TTL_MS;
    const begun = isKept ? noted : await this.#upload(request);
    // Only a reused upload can have a transcript already.
    const known = isKept ? await this.#find(begun, signal) : null;
    const transcriptId =
      known ??
      (
        await this.#client.submit(
          {
            audio_url: begun.uploadUrl,
            speech_models: MODELS,
            language_code: language,
            speaker_labels: true,
            ...(speakerCount !== null && { speakers_expected: speakerCount }),
            ...(terms.length > 0 && { keyterms_prompt: [...terms] }),
            ...(notify && {
              webhook_url: notify.url,
              webhook_auth_header_name: WEBHOOK_HEADER,
              webhook_auth_header_value: notify.secret,
            }),
          },
          signal,
        )
      ).id;
    await this.#keep(notes, { ...begun, transcriptId }, signal);
  }

  async #upload({ audio, notes, signal, onProgress }: RecognitionRequest): Promise<RemoteWork> {
    const pcm = await audio();
    const sent = wavWithProgress(pcm, (fraction) => onProgress(UPLOAD_SHARE * fraction));
    const recording = Readable.toWeb(Readable.from(sent)) as ReadableStream;
    const uploadUrl = await this.#client.upload(recording, signal);
    if (!uploadUrl) throw new EngineFault('unavailable', 'AssemblyAI did not say where the upload is');
    const uploadedAt = new Date().toISOString();
    const uploaded: RemoteWork = { engine: 'assemblyai', uploadUrl, uploadedAt, transcriptId: null };
    await notes.write(REMOTE_WORK_KEY, uploaded);
    return uploaded;
  }

  /**
   * Saves the checkpoint. When that fails because the work was abandoned or taken over meanwhile, deletes the
   * new transcript, unless another attempt continues with it.
   */
  async #keep(
    notes: RecognitionRequest['notes'],
    begun: RemoteWork & { transcriptId: string },
    signal: AbortSignal,
  ) {
    try {
      await notes.write(REMOTE_WORK_KEY, begun);
    } catch (error) {
      const now = parseRemoteWork(await notes.read(REMOTE_WORK_KEY));
      const isOrphan = now === null || (now.transcriptId ?? begun.transcriptId) !== begun.transcriptId;
      if (isOrphan) await this.#remove(begun.transcriptId, signal);
      throw error;
    }
  }

  async #collect(
    { notes, signal, notify }: RecognitionRequest,
    noted: RemoteWork,
    id: string,
  ): Promise<Recognition> {
    const transcript = await this.#read(id, notes, signal);
    if (transcript.status === 'completed') return recognitionOf(transcript);
    if (transcript.status === 'error') {
      const fault = recordingErrorOf(transcript.error ?? '');
      if (fault) throw fault;
      await this.#remove(id, signal);
      await notes.write(REMOTE_WORK_KEY, null);
      throw new EngineFault('unavailable', 'AssemblyAI gave a transcript up');
    }
    if (Date.now() - Date.parse(noted.uploadedAt) > MAX_PROCESSING_MS) {
      throw new EngineFault('unavailable', 'AssemblyAI does not come to an end with a transcript');
    }
    throw new StillWorking(notify ? POLL_INTERVAL_WITH_WEBHOOK_MS : POLL_INTERVAL_MS);
  }

  async #read(id: string, notes: RecognitionRequest['notes'], signal: AbortSignal) {
    try {
      const transcript = parseTranscript(await this.#client.get(id, signal));
      if (transcript) return transcript;
    } catch (error) {
      if (!(error instanceof TranscriptNotFound)) throw error;
      await notes.write(REMOTE_WORK_KEY, null);
    }
    throw new EngineFault('unavailable', 'AssemblyAI has no such transcript, or none that can be read');
  }

  #find({ uploadUrl, uploadedAt }: RemoteWork, signal: AbortSignal): Promise<string | null> {
    const since = new Date(Date.parse(uploadedAt) - MAX_CLOCK_SKEW_MS);
    return this.#client.findByUpload(uploadUrl, since, signal);
  }

  async #remove(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#client.remove(id, signal);
    } catch (error) {
      if (!(error instanceof TranscriptNotFound)) throw error;
    }
  }
}

const parseRemoteWork = (value: unknown): RemoteWork | null => remoteWorkSchema.safeParse(value).data ?? null;

async function* wavWithProgress(pcm: PcmFile, onSent: (fraction: number) => void): AsyncGenerator<Buffer> {
  let sentMs = 0;
  for await (const chunk of wavOf(pcm)) {
    yield chunk;
    sentMs += chunk.length / 32;
    onSent(Math.min(1, sentMs / Math.max(1, pcm.durationMs)));
  }
}
