/** How many accounts a queue remembers: more than may wait at once. */
const REMEMBERED_ACCOUNTS = 1_000;

/** Requests that wait for their turn. The account whose last turn is longest ago comes first. */
export class FairQueue<Waiting extends { account: string }> {
  #waiting: Waiting[] = [];
  /** Accounts by their last turn, the latest last. */
  #served: string[] = [];

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
  }

  /** The next that may begin; requests of one account keep their order. */
  next(mayBegin: (waiting: Waiting) => boolean): Waiting | undefined {
    const lastTurn = ({ account }: Waiting) => this.#served.indexOf(account);
    return this.#waiting.filter(mayBegin).toSorted((one, other) => lastTurn(one) - lastTurn(other))[0];
  }

  /** Removes a request, whose account has its turn now. */
  begin(waiting: Waiting): void {
    this.remove(waiting);
    const others = this.#served.filter((account) => account !== waiting.account);
    this.#served = [...others, waiting.account].slice(-REMEMBERED_ACCOUNTS);
  }
}
