import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Request body of OpenAI's chat completions API. */
export interface ChatRequest {
  model: string;
  temperature?: number;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
}

/** Fake server of OpenAI's `POST /v1/chat/completions` on loopback. */
export interface ChatServer {
  /** Ends with `/v1`. */
  url: string;
  /** All requests in order, with their API keys. */
  requests: (ChatRequest & { key: string | null })[];
  /** Sets the model's reply. */
  answer(reply: (request: ChatRequest) => string): void;
  /** Responds with this status from now on; 200 resets it. */
  fail(status: number): void;
  stop(): Promise<void>;
}

export async function startChatServer(): Promise<ChatServer> {
  const requests: ChatServer['requests'] = [];
  let reply: (request: ChatRequest) => string = () => 'Um resumo.';
  let status = 200;

  const server = createServer(async (request, response) => {
    const send = (code: number, body: object) => {
      response.writeHead(code, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const refuse = (code: number, message: string) =>
      send(code, { error: { message, type: 'invalid_request_error', param: null, code: null } });
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(404, 'Not found');
    const body = (await json(request)) as ChatRequest;
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    requests.push({ ...body, key });
    if (status !== 200) return refuse(status, 'The server had an error');
    const isWhole =
      typeof body.model === 'string' && body.messages?.every(({ content }) => content.length > 0);
    if (!isWhole) return refuse(400, 'model and messages are required');
    send(200, {
      id: `chatcmpl-${requests.length}`,
      object: 'chat.completion',
      created: 1_700_000_000,
      model: body.model,
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: reply(body), refusal: null },
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer: (given) => {
      reply = given;
    },
    fail: (code) => {
      status = code;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
