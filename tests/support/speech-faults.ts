import type { IncomingMessage, ServerResponse } from 'node:http';

/** Fault of one request to a speech service. */
export type SpeechFault =
  | { kind: 'status'; status: number; retryAfter?: string; body?: string }
  /** The connection closes without a response; `done` if the request was processed. */
  | { kind: 'cut'; done?: true }
  /** The connection closes in the middle of a valid response. */
  | { kind: 'half' }
  /** No response. */
  | { kind: 'silence' }
  /** HTTP 200 with a foreign body. */
  | { kind: 'body'; body: string };

/** Queue of faults; each applies to one request. */
export class FaultQueue {
  readonly #waiting: { operation: string; fault: SpeechFault }[] = [];

  /** @param operation such as 'POST /v2/upload'; '*' matches one path segment */
  add(operation: string, ...faults: SpeechFault[]): void {
    for (const fault of faults) this.#waiting.push({ operation, fault });
  }

  /** Faults not used yet. */
  get remaining(): number {
    return this.#waiting.length;
  }

  take(request: IncomingMessage): SpeechFault | null {
    const operation = `${request.method} ${request.url?.split('?')[0]}`;
    const index = this.#waiting.findIndex((waiting) =>
      new RegExp(`^${waiting.operation.replaceAll('*', '[^/]+')}$`).test(operation),
    );
    return index < 0 ? null : this.#waiting.splice(index, 1)[0]!.fault;
  }
}

/** Responds with the fault. Not called for `cut` with `done`. */
export function respondWithFault(fault: SpeechFault, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status': {
      const headers = fault.retryAfter ? { 'Retry-After': fault.retryAfter } : {};
      response.writeHead(fault.status, { 'Content-Type': 'application/json', ...headers });
      response.end(fault.body ?? JSON.stringify({ error: 'Server error, developers have been alerted' }));
      return;
    }
    case 'cut':
      response.destroy();
      return;
    case 'half':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
      response.write('{"id": "', () => response.destroy());
      return;
    case 'silence':
      return;
    case 'body':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(fault.body);
  }
}
