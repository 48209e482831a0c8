import { z } from 'zod';
import type { LinkedSpeakers } from '@/app/domain/speech/link-speakers';
import { longestPauseNearMiddle, planChunks } from '@/app/domain/speech/plan-chunks';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import type { LocalSpeechEngine } from '../local/engine.server';
import {
  EngineFault,
  type PcmFile,
  type Recognition,
  type RecognitionRequest,
  type SpeechEngine,
  type SpeechReadiness,
  type SpeechRequest,
  type StoredSegment,
} from '../port';
import { RetryBudget, recognizeWithRetry } from '../recognize-with-retry';
import { requestService } from '../service-request.server';
import { resumeStoredSegments } from '../stored-segments';
import { wavOf } from '../wav';
import { parseLenientJson, parseVerboseJson, type VerboseJson, wordsOfChunk } from './response';

interface OpenAiServer {
  /** Base URL of `/audio/transcriptions`, such as https://api.openai.com/v1. */
  url: string;
  key: string | undefined;
  model: string;
}

/** The voice activity detector, which finds the pauses, and the diarizer. */
type LocalSpeechTools = Pick<LocalSpeechEngine, 'readiness' | 'detect' | 'diarize'>;

/** 19.2 MB as WAV; OpenAI's limit is 25 MB. */
const MAX_CHUNK_MS = 600_000;
/** Maximum characters of the prompt: Whisper reads its last 224 tokens. */
const MAX_PROMPT_CHARACTERS = 600;
/** Share of speech detection in the stage's progress. */
const DETECTION_SHARE = 1 / 6;
const TIMEOUT_MS = 20 * 60_000;
/** Response size limit; the words of a chunk take less than 1 MB. */
const MAX_RESPONSE_BYTES = 16 * 1024 ** 2;

const SERVICE = 'the speech server';

/** Error codes after which only an operator with a credit card can help; OpenAI sends them with status 429 or 400. */
const QUOTA_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

const span = z.object({ startMs: z.number(), endMs: z.number() });
const plan = z.array(span.extend({ speech: z.array(span) }));

type Chunk = z.output<typeof plan>[number];

/**
 * Recognition by any server that implements OpenAI's `/v1/audio/transcriptions`, chunk by chunk: each result
 * is saved as a checkpoint, so that no chunk is sent twice. Diarization is local.
 */
export class OpenAiEngine implements SpeechEngine {
  readonly follow = null;
  readonly diarizesLocally = true;
  readonly #server: OpenAiServer;
  readonly #localTools: LocalSpeechTools;
  readonly #limits: { chunkMs: number; timeoutMs: number };

  constructor(
    server: OpenAiServer,
    localTools: LocalSpeechTools,
    limits = { chunkMs: MAX_CHUNK_MS, timeoutMs: TIMEOUT_MS },
  ) {
    this.#server = server;
    this.#localTools = localTools;
    this.#limits = limits;
  }

  readiness(isSample: boolean): Promise<SpeechReadiness> {
    return this.#localTools.readiness(isSample);
  }

  async modelName(): Promise<string> {
    return this.#server.model.slice(0, 64);
  }

  async recognize(request: RecognitionRequest): Promise<Recognition> {
    const { notes } = request;
    const by = `openai ${this.#server.model}`;
    const chunks = await this.#plan(request);
    const totalMs = chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const pieces = await resumeStoredSegments(notes, by);
    const again = new RetryBudget(this.#limits.chunkMs);
    let doneMs = 0;
    for (const [index, chunk] of chunks.entries()) {
      if (index >= pieces.length) {
        const piece = { by, next: index + 1, ...(await this.#recognize(request, chunk, again)) };
        await notes.addSegment(piece);
        pieces.push(piece);
      }
      doneMs += chunk.endMs - chunk.startMs;
      request.onProgress(DETECTION_SHARE + (1 - DETECTION_SHARE) * (doneMs / totalMs));
    }
    return {
      words: pieces.flatMap(({ words }): Word[] => words),
      concerns: pieces.flatMap(({ concerns }) => concerns),
      hasConfidence: pieces.every(({ hasConfidence }) => hasConfidence),
      turns: null,
      modelName: await this.modelName(),
    };
  }

  diarize(request: SpeechRequest): Promise<LinkedSpeakers> {
    return this.#localTools.diarize(request);
  }

  /** Nothing to delete: these servers store no transcripts that have an id. */
  async deleteRemoteTranscript(): Promise<void> {}

  async #plan(request: RecognitionRequest): Promise<Chunk[]> {
    const noted = plan.safeParse(await request.notes.read('openai-plan'));
    if (noted.success) return noted.data;
    const onProgress = (fraction: number) => request.onProgress(DETECTION_SHARE * fraction);
    const speech = await this.#localTools.detect({ ...request, onProgress });
    const chunks = planChunks(speech, this.#limits.chunkMs).map((chunk) => ({
      ...chunk,
      speech: speech.filter(({ startMs, endMs }) => startMs >= chunk.startMs && endMs <= chunk.endMs),
    }));
    await request.notes.write('openai-plan', chunks);
    return chunks;
  }

  async #recognize(
    request: RecognitionRequest,
    chunk: Chunk,
    again: RetryBudget,
  ): Promise<Omit<StoredSegment, 'by' | 'next'>> {
    const audio = await request.audio();
    const { heard, concern } = await recognizeWithRetry(
      chunk,
      chunk.speech,
      {
        recognize: async (part) => {
          const words = wordsOfChunk(await this.#ask(request, audio, part), part);
          if (!words) {
            const detail = 'answer-incomplete';
            throw new EngineFault('refused', `${SERVICE} gives text without times`, null, { detail });
          }
          return words;
        },
        findSplitMs: async (part) => longestPauseNearMiddle(chunk.speech, part),
        join: (one, other) => ({
          words: [...one.words, ...other.words],
          hasConfidence: one.hasConfidence && other.hasConfidence,
          concerns: [...one.concerns, ...other.concerns],
        }),
      },
      again,
    );
    const { concerns, ...kept } = heard;
    const inOther = concerns.filter(({ language }) => language !== request.language);
    return { ...kept, concerns: [...(concern ? [concern] : []), ...inOther] };
  }

  async #ask({ language, terms, signal }: RecognitionRequest, audio: PcmFile, chunk: TimeRange) {
    const { url, key, model } = this.#server;
    const form = new FormData();
    form.set('model', model);
    form.set('language', language);
    form.set('response_format', 'verbose_json');
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
    form.set('temperature', '0');
    if (terms.length > 0) form.set('prompt', promptOf(terms));
    form.set('file', new File(await collectBuffers(wavOf(audio, chunk.startMs, chunk.endMs)), 'audio.wav'));

    const bounds = { timeoutMs: this.#limits.timeoutMs, maxBytes: MAX_RESPONSE_BYTES };
    const about = { service: SERVICE, operation: 'transcribe', signal, readFault, ...bounds };
    const response = await requestService(about, (guard) =>
      fetch(url.endsWith('/audio/transcriptions') ? url : `${url}/audio/transcriptions`, {
        method: 'POST',
        headers: key ? { Authorization: `Bearer ${key}` } : {},
        body: form,
        // Reject redirects: the API key must not reach another server.
        redirect: 'error',
        signal: guard,
      }),
    );
    if (!response.ok) {
      throw new EngineFault('refused', `${SERVICE} refused to transcribe with ${response.status}`);
    }
    return readAnswer(await response.text());
  }
}

/** A response that is not ok: an operator has to act on most of them, so they are told apart. */
async function readFault(response: Response): Promise<EngineFault | null> {
  const { status } = response;
  const message = `${SERVICE} refused to transcribe with ${status}`;
  if (status === 401 || status === 403) return new EngineFault('refused', message, null, { detail: 'key' });
  if (status === 413) return new EngineFault('refused', message, null, { detail: 'file-too-large' });
  const body = z.object({ error: z.object({ code: z.string() }) }).safeParse(await jsonOf(response));
  const isQuota = body.success && QUOTA_CODES.has(body.data.error.code);
  return isQuota
    ? new EngineFault('refused', `${message}: the quota is used up`, null, { detail: 'quota' })
    : null;
}

const jsonOf = (response: Response): Promise<unknown> =>
  response
    .clone()
    .json()
    .catch(() => null);

function readAnswer(body: string): VerboseJson {
  const unavailable = (what: string, detail: EngineFault['detail']) =>
    new EngineFault('unavailable', `${SERVICE} gave ${what}`, null, { detail: detail ?? undefined });
  if (body.trim() === '') throw unavailable('an empty answer', 'answer-empty');
  const json = parseLenientJson(body);
  if (json === undefined) throw unavailable('no JSON', 'answer-unreadable');
  const answer = parseVerboseJson(json);
  if (!answer) throw unavailable('no verbose_json', 'answer-incomplete');
  return answer;
}

/** Lists as many terms as fit, as a sentence would. */
function promptOf(terms: readonly string[]): string {
  let prompt = '';
  for (const term of terms) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length >= MAX_PROMPT_CHARACTERS) break;
    prompt = longer;
  }
  return `${prompt}.`;
}

async function collectBuffers(pieces: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>[]> {
  const all: Buffer<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return all;
}
