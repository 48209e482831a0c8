import type { Refusal } from '../load-context.server';

export interface AdmissionLimits {
  ofAccount: number;
  ofAll: number;
  /** Of the forms that are kept until their turn, of everybody together. */
  formBytes: number;
}

/** A request that was let in. */
export interface Visit {
  account: string;
  /** Counts bytes of its form. @returns whether there is room for them */
  keep(bytes: number): boolean;
  leave(): void;
}

/** By then most of what waits is done. */
export const RETRY_SECONDS = 5;

/** How many requests are under way, of each account and in all, from their arrival to the last byte of their answer. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #visits = new Map<string, number>();
  #all = 0;
  #keptBytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Lets one more in, unless there are as many as may be: of its account (429), or of all (503). */
  admit(account: string): Visit | Refusal {
    const ofAccount = this.#visits.get(account) ?? 0;
    if (ofAccount >= this.#limits.ofAccount) return { status: 429, retrySeconds: RETRY_SECONDS };
    if (this.#all >= this.#limits.ofAll) return { status: 503, retrySeconds: RETRY_SECONDS };
    this.#visits.set(account, ofAccount + 1);
    this.#all += 1;
    let own = 0;
    return {
      account,
      keep: (bytes) => {
        own += bytes;
        this.#keptBytes += bytes;
        return this.#keptBytes <= this.#limits.formBytes;
      },
      leave: () => {
        this.#keptBytes -= own;
        this.#all -= 1;
        const left = this.#visits.get(account)! - 1;
        if (left > 0) this.#visits.set(account, left);
        else this.#visits.delete(account);
      },
    };
  }
}
