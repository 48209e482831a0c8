import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { isDirect } from './is-direct';

/** What loaders and actions get beside the request. */
export interface LoadContext {
  requestId: string;
  /** The network address of the caller, behind as many proxies as TRUST_PROXY says. */
  address: string;
  /** Whoever asks sits at this machine. */
  isDirect: boolean;
  /** Why the request was not answered by what is at its address; see refuse. */
  refusal?: Refusal;
  /** Resolves when the browser has taken what was sent so far, or went away. */
  whenTaken(): Promise<void>;
  /** Asked is the page that says that the database is away. */
  isOutage?: boolean;
}

/** The status that a request is refused with, and when to try again. */
export interface Refusal {
  status: 408 | 413 | 422 | 429 | 500 | 503 | 504;
  retrySeconds?: number;
}

/** What is known of who asks. */
export type Caller = Pick<LoadContext, 'requestId' | 'address' | 'isDirect'>;

export const callerOf = (request: Request, response: Response): Caller => ({
  requestId: response.locals.requestId as string,
  address: request.ip ?? '',
  isDirect: isDirect(request),
});

export function whenTaken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (!response.writableNeedDrain) return resolve();
    const end = () => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });
}
