import type { Present } from './read-view';
import type { Durations } from './task';

type LeaveReason = 'alone' | 'nobody-came' | 'silence';

/** When the assistant leaves by itself. Times are in ms since 1970. */
export class LeaveRules {
  readonly #durations: Pick<Durations, 'alone' | 'nobody' | 'silence'>;
  #hasCompanyCome = false;
  #withPeopleAt: number;
  #withCompanyAt: number;

  /** @param admittedAt when it was let in */
  constructor(admittedAt: number, durations: Pick<Durations, 'alone' | 'nobody' | 'silence'>) {
    this.#durations = durations;
    this.#withPeopleAt = admittedAt;
    this.#withCompanyAt = admittedAt;
  }

  /**
   * @param heardAt when something was last heard
   * @returns why to leave now; null to stay
   */
  judge(now: number, { people, assistants }: Present, heardAt: number): LeaveReason | null {
    const hasAssistants = assistants.length > 0;
    if (people.length > 0) this.#withPeopleAt = now;
    if (people.length > 0 || hasAssistants) this.#meetCompany(now);
    if (people.length > 0) return null;
    return hasAssistants ? this.#judgeSilence(now, heardAt) : this.#judgeLoneliness(now);
  }

  #meetCompany(now: number): void {
    this.#withCompanyAt = now;
    this.#hasCompanyCome = true;
  }

  #judgeSilence(now: number, heardAt: number): LeaveReason | null {
    return now - Math.max(this.#withPeopleAt, heardAt) >= this.#durations.silence ? 'silence' : null;
  }

  #judgeLoneliness(now: number): LeaveReason | null {
    const limit = this.#hasCompanyCome ? this.#durations.alone : this.#durations.nobody;
    if (now - this.#withCompanyAt < limit) return null;
    return this.#hasCompanyCome ? 'alone' : 'nobody-came';
  }
}
