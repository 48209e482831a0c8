import type { Refusal } from '../load-context.server';

export interface AdmissionLimits {
  ofAccount: number;
  ofAll: number;
  /** Of the forms that are kept until their turn, of one account. */
  formBytesOfAccount: number;
  /** The same of everybody together. */
  formBytes: number;
}

/** A request that was let in. */
export interface Visit {
  account: string;
  /** Counts bytes of its form. @returns why there is no room for them: its account's share (429), or all (503) */
  keep(bytes: number): Refusal | null;
  leave(): void;
}

/** What an account has under way. */
interface Share {
  visits: number;
  keptBytes: number;
}

/** By then most of what waits is done. */
export const RETRY_SECONDS = 5;

/** How many requests are under way, of each account and in all, from their arrival to the last byte of their answer. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #shares = new Map<string, Share>();
  #all = 0;
  #keptBytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Lets one more in, unless there are as many as may be: of its account (429), or of all (503). */
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
