import type { IncomingMessage, ServerResponse } from 'node:http';

/** What goes wrong with one request of a speech service. */
export type SpeechFault =
  | { kind: 'status'; status: number; retryAfter?: string }
  /** The connection ends without an answer; `done` when the deed was done all the same. */
  | { kind: 'cut'; done?: true }
  /** The connection ends in the midst of a good answer. */
  | { kind: 'half' }
  /** Nothing ever comes. */
  | { kind: 'silence' }
  /** A good status, and a body that is none of theirs. */
  | { kind: 'body'; body: string };

/** Faults that wait for requests, each for one. */
export class FaultQueue {
  readonly #waiting: { deed: string; fault: SpeechFault }[] = [];

  /** @param deed such as 'POST /v2/upload'; a '*' in it stands for any part of a path */
  add(deed: string, ...faults: SpeechFault[]): void {
    for (const fault of faults) this.#waiting.push({ deed, fault });
  }

  /** How many still wait. */
  get left(): number {
    return this.#waiting.length;
  }

  take(request: IncomingMessage): SpeechFault | null {
    const deed = `${request.method} ${request.url?.split('?')[0]}`;
    const index = this.#waiting.findIndex((waiting) =>
      new RegExp(`^${waiting.deed.replaceAll('*', '[^/]+')}$`).test(deed),
    );
    return index < 0 ? null : this.#waiting.splice(index, 1)[0]!.fault;
  }
}

/** Answers as the fault has it. Nobody calls it for a fault that lets the deed be done. */
export function answerWrongly(fault: SpeechFault, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status': {
      const headers = fault.retryAfter ? { 'Retry-After': fault.retryAfter } : {};
      response.writeHead(fault.status, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify({ error: 'Server error, developers have been alerted' }));
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
