import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type Caller, callerOf } from '../load-context.server';
import type { Turn } from './pooled-child.server';

/** What a child is told of a request beside what the browser sent; overwrites what that may have called so. */
export const CONTEXT_HEADER = 'x-celeste-context';
/** By which a child knows that it is asked by the process that started it. */
export const SECRET_HEADER = 'x-celeste-secret';

export interface PassedContext extends Caller {
  turn: string;
}

/** An answer that is done waits here for a slow line, and not in the child. */
const KEPT_ANSWER_BYTES = 64 * 1024 * 1024;

/** Of one connection alone. */
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

/**
 * Has a child answer a request.
 * @param form what the browser sent, whole
 * @param signal aborts when the browser went away
 * @throws Error when the child dies before the end of its answer
 */
export async function passOn(
  request: Request,
  response: Response,
  { turn, form, signal }: { turn: Turn; form: readonly Buffer[]; signal: AbortSignal },
): Promise<void> {
  const { id, port, secret } = turn;
  const context: PassedContext = { ...callerOf(request, response), turn: id };
  const headers = without(request.headers, [...HOP_BY_HOP, 'content-length']);
  const passed = http.request({
    ...{ host: '127.0.0.1', port, method: request.method, path: request.originalUrl, agent: false, signal },
    headers: {
      ...headers,
      [CONTEXT_HEADER]: JSON.stringify(context),
      [SECRET_HEADER]: secret,
      ...(form.length > 0 && { 'content-length': form.reduce((sum, { length }) => sum + length, 0) }),
    },
  });
  for (const chunk of form) passed.write(chunk);
  passed.end();
  const [answer] = (await once(passed, 'response')) as [IncomingMessage];
  response.statusCode = answer.statusCode!;
  for (const [name, values] of Object.entries(without(answer.headersDistinct, HOP_BY_HOP))) {
    response.setHeader(name, values!.length > 1 ? values! : values![0]!);
  }
  const waiting = turn.isTimed ? [new PassThrough({ highWaterMark: KEPT_ANSWER_BYTES })] : [];
  await pipeline([answer, ...waiting, response]);
}

const without = <Headers extends object>(headers: Headers, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))) as Headers;
