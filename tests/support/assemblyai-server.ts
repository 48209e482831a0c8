import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { FaultQueue, respondWithFault, type SpeechFault } from './speech-faults';

export interface AssemblyAiWord {
  text: string;
  /** Milliseconds. */
  start: number;
  end: number;
  confidence: number;
  speaker: string;
}

interface TranscriptParams {
  audio_url: string;
  speech_models: string[];
  language_code: string;
  speaker_labels?: boolean;
  keyterms_prompt?: string[];
  word_boost?: string[];
  webhook_url?: string;
  webhook_auth_header_name?: string;
  webhook_auth_header_value?: string;
}

interface Transcript {
  id: string;
  status: 'queued' | 'processing' | 'completed' | 'error';
  error: string | null;
  params: TranscriptParams;
  words: AssemblyAiWord[];
  created: Date;
}

const MODELS = ['universal-3-5-pro', 'universal-3-pro', 'universal-2'];
const PAGE_LIMIT = 200;

/**
 * Fake AssemblyAI server (pre-recorded audio API) on loopback. Transcripts stay queued until `work` is
 * called.
 */
export class AssemblyAiServer {
  readonly apiKey = `key-of-assemblyai-${randomUUID()}`;
  readonly uploads = new Map<string, Buffer>();
  /** By id, without deleted ones. */
  readonly transcripts = new Map<string, Transcript>();
  /** Every transcript ever started: each is billed. */
  readonly startedTranscripts: TranscriptParams[] = [];
  /** Every request, as 'METHOD /path' without ids. */
  readonly requests: string[] = [];
  readonly removed: string[] = [];
  readonly faults = new FaultQueue();
  /** Returns the words of a WAV file, or the error that the transcript ends with. */
  recognize: (wav: Buffer) => AssemblyAiWord[] | string = () => [];
  /** Delivers a webhook. @returns the HTTP status of the response */
  deliverWebhook = async (webhook: Request): Promise<number> => (await fetch(webhook)).status;
  #server: Server | undefined;

  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server!.closeAllConnections();
    this.#server!.close();
    await once(this.#server!, 'close');
  }

  /** Clears all recorded requests. */
  reset(): void {
    this.uploads.clear();
    this.transcripts.clear();
    for (const list of [this.startedTranscripts, this.requests, this.removed]) list.length = 0;
  }

  /** Finishes every queued transcript. @returns the HTTP status of each webhook's response */
  async finishAll(): Promise<number[]> {
    const statuses: number[] = [];
    for (const transcript of this.transcripts.values()) {
      if (transcript.status !== 'queued') continue;
      const heard = this.recognize(this.uploads.get(transcript.params.audio_url)!);
      if (typeof heard === 'string') Object.assign(transcript, { status: 'error', error: heard });
      else Object.assign(transcript, { status: 'completed', words: heard });
      if (transcript.params.webhook_url) statuses.push(await this.sendWebhook(transcript.id));
    }
    return statuses;
  }

  /** Sends the webhook of a finished transcript. @returns the HTTP status of the response */
  async sendWebhook(id: string): Promise<number> {
    const { params, status } = this.transcripts.get(id)!;
    const { webhook_auth_header_name: name, webhook_auth_header_value: value } = params;
    const headers = { 'Content-Type': 'application/json', ...(name && value && { [name]: value }) };
    const body = JSON.stringify({ transcript_id: id, status });
    return this.deliverWebhook(new Request(params.webhook_url!, { method: 'POST', headers, body }));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://127.0.0.1');
    const operation = `${request.method} ${url.pathname.replace(/^(\/v2\/transcript)\/.+/, '$1/id')}`;
    this.requests.push(operation);
    const fault = this.faults.take(request);
    if (fault && !(fault.kind === 'cut' && fault.done)) {
      request.resume();
      return respondWithFault(fault, response);
    }
    const send = (status: number, body: unknown) => this.#send(response, status, body, fault);
    if (request.headers.authorization !== this.apiKey) {
      request.resume();
      return send(401, { error: 'Authentication error, API token missing/invalid' });
    }
    const id = url.pathname.split('/')[3] ?? '';
    switch (operation) {
      case 'POST /v2/upload':
        return send(200, { upload_url: this.#keep(await buffer(request)) });
      case 'POST /v2/transcript':
        return send(...this.#begin((await json(request)) as TranscriptParams));
      case 'GET /v2/transcript':
        return send(200, this.#list(url));
      case 'GET /v2/transcript/id':
      case 'DELETE /v2/transcript/id': {
        const transcript = this.transcripts.get(id);
        if (!transcript) return send(400, { error: 'Transcript lookup error, transcript id not found' });
        if (request.method === 'DELETE') {
          this.transcripts.delete(id);
          this.removed.push(id);
        }
        return send(200, shown(transcript));
      }
      default:
        return send(404, { error: 'Not found' });
    }
  }

  #send(response: ServerResponse, status: number, body: unknown, fault: SpeechFault | null): void {
    if (fault) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  #keep(recording: Buffer): string {
    const uploadUrl = `https://cdn.assemblyai.com/upload/${randomUUID()}`;
    this.uploads.set(uploadUrl, recording);
    return uploadUrl;
  }

  #begin(params: TranscriptParams): [status: number, body: object] {
    const isKnownModel = (model: string) => MODELS.includes(model);
    if (!this.uploads.has(params.audio_url)) return [400, { error: 'Cannot access uploaded file' }];
    if (!params.speech_models?.length || !params.speech_models.every(isKnownModel)) {
      return [400, { error: 'speech_models must be a non-empty list of valid models' }];
    }
    if (params.word_boost) return [400, { error: 'word_boost is not supported by this model' }];
    if (params.keyterms_prompt?.some((term) => term.split(/\s+/).length > 6)) {
      return [400, { error: 'keyterms_prompt: each phrase may have up to 6 words' }];
    }
    const id = randomUUID();
    this.startedTranscripts.push(params);
    const transcript: Transcript = {
      id,
      status: 'queued',
      error: null,
      params,
      words: [],
      created: new Date(),
    };
    this.transcripts.set(id, transcript);
    return [200, shown(transcript)];
  }

  #list(url: URL): object {
    const limit = Math.min(PAGE_LIMIT, Number(url.searchParams.get('limit') ?? 10));
    const newestFirst = [...this.transcripts.values()].reverse();
    const before = url.searchParams.get('before_id');
    const from = before ? newestFirst.findIndex(({ id }) => id === before) + 1 : 0;
    const page = newestFirst.slice(from, from + limit);
    return {
      page_details: { limit, result_count: page.length, current_url: '', prev_url: null, next_url: null },
      transcripts: page.map(({ id, status, params, created, error }) => ({
        id,
        status,
        error,
        audio_url: params.audio_url,
        resource_url: `/v2/transcript/${id}`,
        created: created.toISOString(),
        completed: null,
      })),
    };
  }
}

function shown({ id, status, error, params, words }: Transcript): object {
  const isDone = status === 'completed';
  return {
    id,
    status,
    audio_url: params.audio_url,
    language_code: params.language_code,
    error: error ?? undefined,
    speech_model_used: isDone ? params.speech_models[0] : null,
    text: isDone ? words.map(({ text }) => text).join(' ') : null,
    words: isDone ? words : null,
    utterances: null,
  };
}
