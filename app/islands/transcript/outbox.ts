import {
  keepLeftChanges,
  MAX_CHANGES_AT_ONCE,
  MAX_CHANGES_PER_REQUEST,
  orphanedChanges,
  type QueuedChange,
  registerTab,
  storeChanges,
  type Unconfirmed,
} from './change-queue';

/**
 * State of the changes: all on the server, being sent, waiting for a connection, a login or a shorter text, or
 * rejected.
 */
export type OutboxState = 'kept' | 'keeping' | 'offline' | 'signed-out' | 'too-long' | 'gone';

interface OutboxEvents {
  onState(state: OutboxState): void;
  /** Another user changed the text first; resolves when the outbox holds rebased changes. */
  onConflict(): Promise<void>;
}

/** The state of the server's text that this page is based on. */
export interface TextRevision {
  /** Of the saved text. */
  version: number;
  lastChangeId: string | null;
}

export interface OutboxStart extends TextRevision {
  /** Changes on the server that are in no saved version. */
  changeCount: number;
}

/** In a row, before a pause. */
const MAX_CONFLICTS = 5;
/** Maximum body of a `keepalive` request, which browsers send for a page that is being closed. */
const MAX_KEEPALIVE_BYTES = 60_000;
/** Of the changes in a request; the server takes a megabyte. */
const MAX_REQUEST_BYTES = 900_000;
const INITIAL_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

interface PostAnswer {
  status: number;
  changeCount: number | null;
}

const NO_ANSWER: PostAnswer = { status: 0, changeCount: null };

/** Sends changes in order. Each is in IndexedDB first, and stays there until the server has confirmed it. */
export class Outbox<Pending extends Unconfirmed> {
  revision: TextRevision;
  readonly #page = location.pathname;
  readonly #tab = registerTab();
  readonly #events: OutboxEvents;
  /** Tells the other tabs of this browser with the same page that the server's text changed. */
  readonly #channel = new BroadcastChannel(`celeste${location.pathname}`);
  #waiting: QueuedChange<Pending>[] = [];
  #storedCount: number;
  /** Changes that are not on the disk yet. */
  readonly #unstored = new Set<QueuedChange<Pending>>();
  /** Changes that conflict with another user's, until the user has decided. */
  #undecided: QueuedChange<Pending>[] = [];
  /** Whether the server rejected the last request because of the length of the text. */
  #isTooLong = false;
  #lastPlace = 0;
  #sending: Promise<void> | null = null;
  #pauseMs = INITIAL_BACKOFF_MS;
  #timer: number | undefined;

  constructor({ changeCount, ...revision }: OutboxStart, events: OutboxEvents) {
    this.revision = revision;
    this.#storedCount = changeCount;
    this.#events = events;
    addEventListener('online', () => this.flush());
    addEventListener('pagehide', () => this.#sendLast());
    document.addEventListener('visibilitychange', () => document.hidden || this.flush());
    this.#channel.addEventListener('message', ({ data }) => void this.#catchUp(data));
  }

  get waiting(): readonly Pending[] {
    return this.#waiting;
  }

  /** How many changes are in no saved version. */
  get unsavedCount(): number {
    return this.#storedCount + this.#waiting.length;
  }

  /** The server's text was loaded. */
  restart({ changeCount, ...revision }: OutboxStart): void {
    this.revision = revision;
    this.#storedCount = changeCount;
  }

  push(change: Pending): void {
    const queued = this.#queued(change);
    this.#waiting.push(queued);
    this.#unstored.add(queued);
    // Without disk space the changes still go to the server.
    storeChanges([queued])
      .catch(() => undefined)
      .finally(() => this.#unstored.delete(queued));
    void this.flush();
  }

  /** Sends the waiting changes. Resolves when all are confirmed, or cannot be sent for now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendAll().then((isDone) => {
      this.#sending = null;
      // A change may have been added since the last response.
      if (isDone && this.#waiting.length > 0) return this.flush();
    });
    return this.#sending;
  }

  /** Merges as after a conflict, once no request is pending. @returns whether it worked */
  async mergeWithServer(): Promise<boolean> {
    while (this.#sending) await this.#sending;
    const settling = this.#settle();
    this.#sending = settling.then(() => {
      this.#sending = null;
    });
    const isRenewed = await settling;
    void this.flush();
    return isRenewed;
  }

  /** Takes over the changes left by closed tabs. @returns whether there were any */
  async adoptOrphanedChanges(): Promise<boolean> {
    const left = await orphanedChanges(this.#page).catch(() => []);
    if (left.length === 0) return false;
    const own = left.map((change) => this.#queued(change as QueuedChange<Pending>));
    await storeChanges(own, left);
    this.#waiting.unshift(...own);
    return true;
  }

  /** Replaces the waiting changes; `undecided` ones are stored and not sent. */
  async replace(fitting: readonly Pending[], undecided: readonly Pending[]): Promise<void> {
    const old = this.#waiting;
    const aside = undecided.map((change) => this.#queued(change));
    this.#waiting = fitting.map((change) => this.#queued(change));
    this.#undecided.push(...aside);
    await storeChanges([...this.#waiting, ...aside], old).catch(() => undefined);
  }

  async removeDecided(changes: readonly Pending[]): Promise<void> {
    const ids = new Set(changes.map(({ id }) => id));
    const decided = this.#undecided.filter(({ id }) => ids.has(id));
    this.#undecided = this.#undecided.filter(({ id }) => !ids.has(id));
    await storeChanges([], decided).catch(() => undefined);
  }

  async clear(): Promise<void> {
    const old = [...this.#waiting, ...this.#undecided];
    this.#waiting = [];
    this.#undecided = [];
    await storeChanges([], old).catch(() => undefined);
  }

  #queued(change: Pending): QueuedChange<Pending> {
    this.#lastPlace = Math.max(this.#lastPlace + 1, Date.now() * 1_000);
    return { ...change, page: this.#page, tab: this.#tab, place: this.#lastPlace };
  }

  /** Merges a change of another tab, unless a conflict has brought it already. */
  async #catchUp(announced: TextRevision): Promise<void> {
    while (this.#sending) await this.#sending;
    const { version, lastChangeId } = this.revision;
    if (announced.version === version && announced.lastChangeId === lastChangeId) return;
    await this.mergeWithServer();
  }

  /** @returns false when it stopped with changes left */
  async #sendAll(): Promise<boolean> {
    let conflicts = 0;
    while (this.#waiting.length > 0) {
      this.#events.onState('keeping');
      // What shortens the text again has to arrive with what made it too long.
      const most = this.#isTooLong ? MAX_CHANGES_AT_ONCE : MAX_CHANGES_PER_REQUEST;
      const batch = this.#waiting.slice(0, countWithin(MAX_REQUEST_BYTES, this.#waiting.slice(0, most)));
      const { status, changeCount } = await this.#post(batch).catch(() => NO_ANSWER);
      this.#isTooLong = status === 413;
      conflicts = status === 409 ? conflicts + 1 : 0;
      if (changeCount !== null) await this.#confirm(batch, changeCount);
      else if (status !== 409 || conflicts > MAX_CONFLICTS) return this.#stop(status);
      else if (!(await this.#settle())) return this.#rest();
    }
    this.#events.onState('kept');
    return true;
  }

  async #confirm(batch: QueuedChange<Pending>[], changeCount: number): Promise<void> {
    this.#storedCount = changeCount;
    this.#pauseMs = INITIAL_BACKOFF_MS;
    // The batch may have been removed, rebased or preceded by other changes while it was sent.
    const ids = new Set(batch.map(({ id }) => id));
    const confirmed = this.#waiting.filter(({ id }) => ids.has(id));
    this.#waiting = this.#waiting.filter(({ id }) => !ids.has(id));
    this.revision = { ...this.revision, lastChangeId: batch.at(-1)?.id ?? null };
    this.#channel.postMessage(this.revision);
    await storeChanges([], [...batch, ...confirmed]).catch(() => undefined);
  }

  async #settle(): Promise<boolean> {
    return this.#events.onConflict().then(
      () => true,
      () => false,
    );
  }

  /** Retries later what may succeed then. */
  #stop(status: number): false {
    if (status === 0 || status === 409 || status === 429 || status >= 500) return this.#rest();
    if (this.#isTooLong) this.#events.onState('too-long');
    else this.#events.onState(status === 401 ? 'signed-out' : 'gone');
    return false;
  }

  #rest(): false {
    this.#events.onState('offline');
    this.#timer = window.setTimeout(() => this.flush(), this.#pauseMs);
    this.#pauseMs = Math.min(MAX_BACKOFF_MS, this.#pauseMs * 2);
    return false;
  }

  /** @returns the HTTP status, 401 when the session has expired; and the number of unsaved changes, if stored */
  async #post(batch: QueuedChange<Pending>[], keepalive = false): Promise<PostAnswer> {
    const answer = await fetch(`${this.#page}/draft`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: this.#body(batch),
      redirect: 'manual',
      keepalive,
    });
    if (answer.type === 'opaqueredirect') return { status: 401, changeCount: null };
    const { changeCount } = answer.ok ? ((await answer.json()) as PostAnswer) : NO_ANSWER;
    return { status: answer.status, changeCount };
  }

  #body(batch: QueuedChange<Pending>[]): string {
    return JSON.stringify({
      ...this.revision,
      changes: batch.map(({ id, change }) => ({ id, change })),
    });
  }

  /** In a `keepalive` request; the changes stay in the queue in any case. */
  #sendLast(): void {
    const unstored = this.#waiting.filter((change) => this.#unstored.has(change));
    if (unstored.length > 0) keepLeftChanges(unstored);
    const batch = this.#waiting.slice(0, MAX_CHANGES_PER_REQUEST);
    if (batch.length === 0 || this.#body(batch).length > MAX_KEEPALIVE_BYTES) return;
    this.#post(batch, true).catch(() => undefined);
  }
}

/** How many changes fit in a request: at least one. */
function countWithin(bytes: number, changes: readonly Unconfirmed[]): number {
  let sum = 0;
  const count = changes.findIndex(({ change }) => {
    sum += new Blob([JSON.stringify(change)]).size;
    return sum > bytes;
  });
  return count < 0 ? changes.length : Math.max(1, count);
}
