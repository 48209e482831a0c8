import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { currentTraceparent } from '@/app/config/tracing.server';
import { type Caller, callerOf } from '../server/load-context.server';
import type { Turn } from './pooled-child.server';

/** Header with the forwarded context; overwrites one of the same name from the browser. */
export const CONTEXT_HEADER = 'x-celeste-context';
/** Header that authenticates the main process to its child process. */
export const SECRET_HEADER = 'x-celeste-secret';

export interface ForwardedContext extends Caller {
  turn: string;
  /** Of the trace that the child continues; null when nothing is recorded. */
  traceparent: string | null;
}

/** Buffers a finished response, so that a slow connection does not occupy the child process. */
const RESPONSE_BUFFER_BYTES = 64 * 1024 * 1024;

/** Hop-by-hop headers and those set per response. */
const HOP_BY_HOP = [
  'connection',
  'date',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Streams a child's response; `form` is the whole body. @throws Error when the child dies before its end */
export async function forwardRequest(
  request: Request,
  response: Response,
  { turn, form, signal }: { turn: Turn; form: readonly Buffer[]; signal: AbortSignal },
): Promise<void> {
  const { id, port, secret } = turn;
  const traceparent = currentTraceparent() ?? null;
  const context: ForwardedContext = { ...callerOf(request, response), turn: id, traceparent };
  const headers = omitHeaders(request.headers, [...HOP_BY_HOP, 'content-length']);
  const forwarded = http.request({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.originalUrl,
    agent: false,
    signal,
    headers: {
      ...headers,
      [CONTEXT_HEADER]: JSON.stringify(context),
      [SECRET_HEADER]: secret,
      ...(form.length > 0 && { 'content-length': form.reduce((sum, { length }) => sum + length, 0) }),
    },
  });
  for (const chunk of form) forwarded.write(chunk);
  forwarded.end();
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
  response.statusCode = answer.statusCode!;
  for (const [name, values] of Object.entries(omitHeaders(answer.headersDistinct, HOP_BY_HOP))) {
    response.setHeader(name, values!.length > 1 ? values! : values![0]!);
  }
  const buffer = turn.hasTimeout ? [new PassThrough({ highWaterMark: RESPONSE_BUFFER_BYTES })] : [];
  await pipeline([answer, ...buffer, response]);
}

const omitHeaders = <Headers extends object>(headers: Headers, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))) as Headers;
