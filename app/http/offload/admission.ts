import type { Refusal } from '../load-context.server';

export interface AdmissionLimits {
  ofAccount: number;
  ofAll: number;
  /** Buffered form bytes of one account, of requests waiting for their turn. */
  formBytesOfAccount: number;
  /** Buffered form bytes of all accounts. */
  formBytes: number;
}

/** An admitted request. */
export interface Visit {
  account: string;
  /**
   * Counts buffered form bytes.
   * @returns a rejection when the limit of the account (429) or of all (503) is exceeded
   */
  keep(bytes: number): Refusal | null;
  leave(): void;
}

/** Requests in progress of an account. */
interface Share {
  visits: number;
  keptBytes: number;
}

/** Retry-After in seconds: by then most of the queue is done. */
export const RETRY_SECONDS = 5;

/**
 * Admission control: limits the requests in progress, per account and in all, from arrival to the last byte
 * of the response.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #shares = new Map<string, Share>();
  #all = 0;
  #keptBytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Admits a request, unless the limit of its account (429) or of all (503) is reached. */
  admit(account: string): Visit | Refusal {
    const share = this.#shares.get(account) ?? { visits: 0, keptBytes: 0 };
    if (share.visits >= this.#limits.ofAccount) return later(429);
    if (this.#all >= this.#limits.ofAll) return later(503);
    this.#shares.set(account, share);
    share.visits += 1;
    this.#all += 1;
    let own = 0;
    return {
      account,
      keep: (bytes) => {
        own += bytes;
        share.keptBytes += bytes;
        this.#keptBytes += bytes;
        if (share.keptBytes > this.#limits.formBytesOfAccount) return later(429);
        return this.#keptBytes > this.#limits.formBytes ? later(503) : null;
      },
      leave: () => {
        share.keptBytes -= own;
        this.#keptBytes -= own;
        share.visits -= 1;
        this.#all -= 1;
        if (share.visits === 0) this.#shares.delete(account);
      },
    };
  }
}

const later = (status: 429 | 503): Refusal => ({ status, retrySeconds: RETRY_SECONDS });
