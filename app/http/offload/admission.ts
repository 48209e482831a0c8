import type { Rejection } from '../server/load-context.server';

export interface AdmissionLimits {
  perAccount: number;
  total: number;
  /** Buffered form bytes of one account, of requests waiting for their turn. */
  formBytesPerAccount: number;
  formBytes: number;
}

export interface AdmittedRequest {
  account: string;
  /** Returns a rejection when the limit of the account (429) or of all (503) is exceeded. */
  countFormBytes(bytes: number): Rejection | null;
  release(): void;
}

interface AccountUsage {
  visits: number;
  keptBytes: number;
}

/** Retry-After in seconds: by then most of the queue is done. */
export const RETRY_SECONDS = 5;

/** Admission control: limits requests in progress, of one account and of all, up to the last byte sent. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #shares = new Map<string, AccountUsage>();
  #all = 0;
  #keptBytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Admits a request, unless the limit of its account (429) or of all (503) is reached. */
  admit(account: string): AdmittedRequest | Rejection {
    const share = this.#shares.get(account) ?? { visits: 0, keptBytes: 0 };
    if (share.visits >= this.#limits.perAccount) return rejectWith(429);
    if (this.#all >= this.#limits.total) return rejectWith(503);
    this.#shares.set(account, share);
    share.visits += 1;
    this.#all += 1;
    let ownBytes = 0;
    return {
      account,
      countFormBytes: (bytes) => {
        ownBytes += bytes;
        share.keptBytes += bytes;
        this.#keptBytes += bytes;
        if (share.keptBytes > this.#limits.formBytesPerAccount) return rejectWith(429);
        return this.#keptBytes > this.#limits.formBytes ? rejectWith(503) : null;
      },
      release: () => {
        share.keptBytes -= ownBytes;
        this.#keptBytes -= ownBytes;
        share.visits -= 1;
        this.#all -= 1;
        if (share.visits === 0) this.#shares.delete(account);
      },
    };
  }
}

const rejectWith = (status: 429 | 503): Rejection => ({ status, retrySeconds: RETRY_SECONDS });
