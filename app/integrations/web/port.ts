import type { Readable } from 'node:stream';

/** A request to an address that a user named. */
export interface WebRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Redirects that are followed, each checked as the first address; 0 unless set. */
  maxRedirects?: number;
  /** Until the headers of the answer, and for each pause between its bytes. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface WebAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** To be read or destroyed. */
  body: Readable;
}

/** Requests of this server to addresses that others name. */
export interface Web {
  /** @throws WebForbidden, WebUnreachable */
  send(request: WebRequest): Promise<WebAnswer>;
}

/** The address, or one that it redirects or resolves to, is none of the public internet's. */
export class WebForbidden extends Error {
  override readonly name = 'WebForbidden';
}

/** Nobody answered, or not in time. */
export class WebUnreachable extends Error {
  override readonly name = 'WebUnreachable';
}
