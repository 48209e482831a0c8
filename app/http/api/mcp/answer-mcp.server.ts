import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { addTools } from './tools.server';
import { wrongParams } from './wrong-params.server';

interface McpCall {
  request: Request;
  /** The JSON-RPC message, read and bounded. */
  message: Record<string, unknown>;
  userId: number;
  language: InterfaceLanguage;
}

/**
 * Answers one message of the Model Context Protocol over streamable HTTP, without a session: every message carries the
 * token, and the answer is JSON, so that any process may take the next one.
 */
export async function answerMcp({ request, message, userId, language }: McpCall): Promise<Response> {
  const t = translator(language, 'api');
  const { id } = message;
  const wrong = wrongParams(message, t);
  if (wrong && isRequestId(id)) {
    return Response.json({ jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidParams, message: wrong } });
  }
  const server = new McpServer(
    { name: PRODUCT_NAME.toLowerCase(), title: PRODUCT_NAME, version: '1.0.0' },
    { instructions: t('mcp.instructions') },
  );
  addTools(server, userId, language);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(accepting(request), { parsedBody: message });
    return new Response(await readWhole(response), response);
  } finally {
    await server.close();
  }
}

/** A notification has none, and gets no answer. */
const isRequestId = (id: unknown) => typeof id === 'string' || Number.isInteger(id);

/** Answers are JSON, which a caller who does not say takes too. */
function accepting(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('Accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: request.method, headers });
}

/** Null for an answer without content, such as that to a notification. */
async function readWhole(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > 0 ? bytes : null;
}
