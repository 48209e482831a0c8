import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { isDirect } from '../headers/is-direct';

export interface LoadContext {
  requestId: string;
  /** The client IP address, behind as many proxies as TRUST_PROXY says. */
  address: string;
  isDirect: boolean;
  /** The request asks for a page's data in place of the page. */
  isDataRequest: boolean;
  refusal?: Rejection | undefined;
  /**
   * Aborts when the browser disconnects before the response has been sent. The request's own signal may not:
   * it loses its link once an earlier copy of the request is garbage-collected (nodejs/node#55428).
   */
  disconnected: AbortSignal;
  /** Backpressure: resolves when the browser has taken the bytes sent so far, or disconnected. */
  waitForDrain(): Promise<void>;
  isOutage?: boolean;
  /** Path and query that a program called, which Remix does not see. */
  called?: string;
}

export interface Rejection {
  status: 408 | 413 | 422 | 429 | 500 | 503 | 504;
  retrySeconds?: number;
}

export type Caller = Pick<LoadContext, 'requestId' | 'address' | 'isDirect' | 'isDataRequest'>;

export const callerOf = (request: Request, response: Response): Caller => ({
  requestId: response.locals.requestId as string,
  address: request.ip ?? '',
  isDirect: isDirect(request),
  isDataRequest: request.path.endsWith('.data'),
});

/** What a load context tells of its response. */
export const responseContext = (
  response: ServerResponse,
): Pick<LoadContext, 'disconnected' | 'waitForDrain'> => ({
  disconnected: disconnectSignal(response),
  waitForDrain: () => waitForDrain(response),
});

export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!response.writableFinished) gone.abort(new Error('nobody waits for the answer any more'));
  };
  if (response.closed) end();
  else response.once('close', end);
  return gone.signal;
}

function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (!response.writableNeedDrain) return resolve();
    const end = () => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });
}
