import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { FaultQueue, respondWithFault } from './speech-faults';

/** Times in seconds from the start of the file. */
export interface RecognizedWord {
  word: string;
  start: number;
  end: number;
}

export interface SpeechForm {
  model: string;
  language: string | null;
  prompt: string | null;
  key: string | null;
  wav: Buffer;
}

/** Response format: OpenAI's own, faster-whisper's, or one without confidence values or without words. */
export type SpeechDialect = 'openai' | 'faster-whisper' | 'segments' | 'sparse';

const LARGEST_FILE = 25 * 1024 * 1024;
const AVERAGE_LOG_PROBABILITY = -0.25;

/** Fake server of OpenAI's `POST /v1/audio/transcriptions` on loopback. */
export class OpenAiSpeechServer {
  readonly key = `key-of-openai-${randomUUID()}`;
  /** Every request that was answered: each is billed. */
  readonly requests: SpeechForm[] = [];
  readonly faults = new FaultQueue();
  dialect: SpeechDialect = 'openai';
  /** As OpenAI names it. */
  language = 'portuguese';
  /** Body of every answer instead; null for an answer of `recognize`. */
  answer: string | null = null;
  recognize: (wav: Buffer) => RecognizedWord[] = () => [];
  #server: Server | undefined;

  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  /** Ends with `/v1`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server!.closeAllConnections();
    this.#server!.close();
    await once(this.#server!, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.take(request);
    const body = await buffer(request);
    if (fault) return respondWithFault(fault, response);
    const send = (status: number, answer: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer));
    };
    const refuse = (status: number, message: string) =>
      send(status, { error: { message, type: 'invalid_request_error', param: null, code: null } });
    if (`${request.method} ${request.url}` !== 'POST /v1/audio/transcriptions')
      return refuse(404, 'Not found');
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    if (key !== this.key) return refuse(401, `Incorrect API key provided: ${key}`);
    if (body.length > LARGEST_FILE) return refuse(413, 'Maximum content size limit exceeded');

    const headers = { 'Content-Type': request.headers['content-type']! };
    const form = await new Response(body, { headers }).formData();
    const text = (name: string) => form.get(name) as string | null;
    const file = form.get('file');
    if (!(file instanceof File)) return refuse(400, 'file is required');
    if (!text('model')) return refuse(400, 'you must provide a model parameter');
    const granularities = form.getAll('timestamp_granularities[]');
    if (granularities.length > 0 && text('response_format') !== 'verbose_json') {
      return refuse(400, 'timestamp_granularities need response_format verbose_json');
    }
    const wav = Buffer.from(await file.arrayBuffer());
    if (wav.toString('latin1', 0, 4) !== 'RIFF') return refuse(400, 'Invalid file format');
    this.requests.push({
      model: text('model')!,
      language: text('language'),
      prompt: text('prompt'),
      key,
      wav,
    });
    if (this.answer !== null) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(this.answer);
      return;
    }
    send(200, {
      task: 'transcribe',
      language: this.language,
      duration: 1,
      ...this.#answer(this.recognize(wav)),
    });
  }

  #answer(words: RecognizedWord[]): object {
    const text = words.map(({ word }) => word).join(' ');
    const bare = words.map(({ word, ...times }) => ({ ...times, word: word.replace(/[.,!?]/g, '') }));
    const span = { id: 0, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: ` ${text}` };
    const segments = words.length > 0 ? [{ ...span, avg_logprob: AVERAGE_LOG_PROBABILITY }] : [];
    switch (this.dialect) {
      case 'openai':
        return { text, words: bare, segments };
      case 'faster-whisper': {
        const sure = words.map(({ word, ...times }) => ({ ...times, word: ` ${word}`, probability: 0.75 }));
        return { text, words: sure, segments };
      }
      case 'segments':
        return { text, segments };
      case 'sparse':
        return { text, words: bare };
    }
  }
}
