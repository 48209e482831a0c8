export interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Redirects that are followed, each checked anew; 0 when absent. One more is returned as the answer. */
  maxRedirects?: number;
  /** Until the headers of the last answer have come; the body has the time that its reader gives it. */
  timeoutMs: number;
  /** Ends the request, and the body too. */
  signal?: AbortSignal;
}

/**
 * Requests an address that a user names. The body is streamed as it was sent, neither limited nor decompressed.
 * @throws AddressForbidden; a DOMException 'TimeoutError'; the signal's reason when aborted; errors of the connection
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>;

export type ForbiddenReason = 'invalid' | 'insecure' | 'private';

/** An address that no user may have requested. */
export class AddressForbidden extends Error {
  override readonly name = 'AddressForbidden';

  constructor(readonly reason: ForbiddenReason) {
    super(`an address is ${reason}`);
  }
}
