import { z } from 'zod';
import { planChunks } from '@/app/domain/transcription/plan-chunks';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { SpeakerTurn, Word } from '@/app/domain/transcription/transcript';
import {
  EngineFault,
  type PcmFile,
  type Recognition,
  type RecognitionRequest,
  type SpeechEngine,
  type SpeechReadiness,
  type SpeechRequest,
} from '../port';
import { askService } from '../service-request.server';
import { wavOf } from '../wav';
import { type HeardChunk, readVerboseJson, wordsOfChunk } from './answer';

export interface OpenAiServer {
  /** Where `/audio/transcriptions` is, such as https://api.openai.com/v1. */
  url: string;
  key: string | undefined;
  model: string;
}

/** What works here beside the server: the detector that finds the pauses, and the diariser. */
export interface LocalEars {
  readiness(isSample: boolean): Promise<SpeechReadiness>;
  detect(request: SpeechRequest): Promise<Span[]>;
  diarize(request: SpeechRequest): Promise<SpeakerTurn[]>;
}

/** As WAV 19.2 MB; OpenAI takes 25 MB. */
const LONGEST_CHUNK_MS = 600_000;
/** Whisper reads the last 224 tokens of a prompt. */
const PROMPT_LENGTH = 600;
/** The detector's part of the stage's work. */
const DETECTION_SHARE = 1 / 6;
const TIMEOUT_MS = 20 * 60_000;

const SERVICE = 'the speech server';

const spans = z.array(z.object({ startMs: z.number(), endMs: z.number() }));

/**
 * Has any server listen that speaks OpenAI's `/v1/audio/transcriptions`, chunk by chunk: each that was heard
 * is noted, so that none is sent twice. Speakers are told apart here.
 */
export class OpenAiEngine implements SpeechEngine {
  readonly #server: OpenAiServer;
  readonly #ears: LocalEars;
  readonly #limits: { chunkMs: number; timeoutMs: number };

  constructor(
    server: OpenAiServer,
    ears: LocalEars,
    limits = { chunkMs: LONGEST_CHUNK_MS, timeoutMs: TIMEOUT_MS },
  ) {
    this.#server = server;
    this.#ears = ears;
    this.#limits = limits;
  }

  readiness(isSample: boolean): Promise<SpeechReadiness> {
    return this.#ears.readiness(isSample);
  }

  async modelName(): Promise<string> {
    return this.#server.model.slice(0, 64);
  }

  async recognize(request: RecognitionRequest): Promise<Recognition> {
    const chunks = await this.#plan(request);
    const totalMs = chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const words: Word[] = [];
    let [doneMs, hasConfidence] = [0, true];
    for (const [index, chunk] of chunks.entries()) {
      const heard = await this.#hear(request, index, chunk);
      for (const word of heard.words) words.push(word);
      hasConfidence &&= heard.hasConfidence;
      doneMs += chunk.endMs - chunk.startMs;
      request.onProgress(DETECTION_SHARE + (1 - DETECTION_SHARE) * (doneMs / totalMs));
    }
    return { words, turns: null, hasConfidence, modelName: await this.modelName() };
  }

  diarize(request: SpeechRequest): Promise<SpeakerTurn[]> {
    return this.#ears.diarize(request);
  }

  /** These servers keep nothing that could be named. */
  async forget(): Promise<void> {}

  async #plan(request: RecognitionRequest): Promise<Span[]> {
    const noted = spans.safeParse(await request.notes.read('openai-plan'));
    if (noted.success) return noted.data;
    const onProgress = (fraction: number) => request.onProgress(DETECTION_SHARE * fraction);
    const chunks = planChunks(await this.#ears.detect({ ...request, onProgress }), this.#limits.chunkMs);
    await request.notes.write('openai-plan', chunks);
    return chunks;
  }

  async #hear(request: RecognitionRequest, index: number, chunk: Span): Promise<HeardChunk> {
    const key = `openai-${index}`;
    const noted = await request.notes.read(key);
    if (noted) return noted as HeardChunk;
    const answer = await this.#ask(request, await request.audio(), chunk);
    const heard = wordsOfChunk(answer, chunk);
    if (!heard) throw new EngineFault('refused', `${SERVICE} gives text without times`);
    await request.notes.write(key, heard);
    return heard;
  }

  async #ask({ language, terms, signal }: RecognitionRequest, audio: PcmFile, chunk: Span) {
    const { url, key, model } = this.#server;
    const form = new FormData();
    form.set('model', model);
    form.set('language', language);
    form.set('response_format', 'verbose_json');
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
    form.set('temperature', '0');
    if (terms.length > 0) form.set('prompt', promptOf(terms));
    form.set('file', new File(await piecesOf(wavOf(audio, chunk.startMs, chunk.endMs)), 'audio.wav'));

    const about = { service: SERVICE, deed: 'transcribe', signal, timeoutMs: this.#limits.timeoutMs };
    const response = await askService(about, (guard) =>
      fetch(url.endsWith('/audio/transcriptions') ? url : `${url}/audio/transcriptions`, {
        method: 'POST',
        headers: key ? { Authorization: `Bearer ${key}` } : {},
        body: form,
        // The key is for this server alone.
        redirect: 'error',
        signal: guard,
      }),
    );
    if (!response.ok) {
      throw new EngineFault('refused', `${SERVICE} refused to transcribe with ${response.status}`);
    }
    const answer = readVerboseJson(await response.json().catch(() => null));
    if (!answer) throw new EngineFault('unavailable', `${SERVICE} gave no verbose_json`);
    return answer;
  }
}

/** As many terms as there is room for, as a sentence would list them. */
function promptOf(terms: readonly string[]): string {
  let prompt = '';
  for (const term of terms) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length >= PROMPT_LENGTH) break;
    prompt = longer;
  }
  return `${prompt}.`;
}

async function piecesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>[]> {
  const all: Buffer<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return all;
}
