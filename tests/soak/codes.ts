import assert from 'node:assert/strict';
import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import {
  CODE_LENGTH,
  EMAIL_BURST_LIMIT,
  EMAIL_SUSTAINED_LIMIT,
  MAX_CODE_ATTEMPTS,
} from '@/app/domain/account/login-code';
import { translator } from '@/app/i18n/texts.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { Session } from '@/models/session.server';
import { mails } from '@/tests/http/platform/data-dir';
import { signUp, TestUser } from '@/tests/support/test-user';
import { startCeleste } from '../support/celeste';
import { Random } from './random';
import { printProgress, type Soak } from './soak';

const ADDRESSES = 50;
const VICTIMS = 20;
const AT_ONCE = 10;
const WRONG = translator('pt', 'errors')('account.code-invalid');

/** Brute-force attack: guesses users' login codes from many network addresses at once, through the pages. */
export const soak: Soak = async ({ count, seed }) => {
  await prepareDatabase();
  const random = new Random(seed);
  // The addresses come from the `X-Forwarded-For` header of a trusted proxy.
  const celeste = await startCeleste({ dataDir: settings.dataDir, env: { TRUST_PROXY: '1' } });
  try {
    const victims: string[] = [];
    for (let index = 0; index < VICTIMS; index += 1) victims.push((await signUp(celeste)).email);
    const beganAt = Date.now();
    const challengesBefore = await LoginChallenge.max<number, LoginChallenge>('id');
    const sessionsBefore = await Session.count();

    const attack = new Attack(celeste.address, victims, random);
    const attackOn = async () => {
      while (attack.guesses < count) {
        await attack.guess();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, attackOn));

    const challenges = (await LoginChallenge.findAll()).filter(({ id }) => id > challengesBefore);
    const tried = challenges.reduce((sum, { tries }) => sum + tries, 0);
    for (const { tries } of challenges) assert.ok(tries <= MAX_CODE_ATTEMPTS, `${tries} tries of one code`);
    for (const wrong of attack.reportedWrong.values()) {
      assert.ok(wrong <= MAX_CODE_ATTEMPTS, `${wrong} guesses of one code were told to be wrong`);
    }
    // The sign-up e-mail came before.
    const pauses = Math.ceil((Date.now() - beganAt) / EMAIL_SUSTAINED_LIMIT.windowMs);
    const most = 1 + EMAIL_BURST_LIMIT.most + pauses;
    let mailed = 0;
    for (const victim of victims) {
      const own = (await mails(celeste, victim)).length;
      assert.ok(own <= most, `${own} codes were sent to one person`);
      mailed += own - 1;
    }
    assert.equal(await Session.count(), sessionsBefore, 'nobody got in');
    assert.equal(await LoginChallenge.count({ where: { usedAt: { [Op.ne]: null } } }), VICTIMS, 'sign-ups');
    return {
      guesses: attack.guesses,
      'addresses they came from': ADDRESSES,
      'people they were about': VICTIMS,
      'codes that were asked for': challenges.length,
      'codes that were mailed': mailed,
      'codes that were refused': attack.refused,
      'guesses that were looked at': tried,
      'guesses that were told to be wrong': [...attack.reportedWrong.values()].reduce((a, b) => a + b, 0),
      ...Object.fromEntries(
        [...attack.answers].map(([status, times]) => [`guesses answered ${status}`, times]),
      ),
    };
  } finally {
    await celeste.stop();
  }
};

/** An attacker who knows users' e-mail addresses and uses every requested code from all network addresses. */
class Attack {
  readonly #base: string;
  readonly #victims: string[];
  readonly #random: Random;
  /** By victim: clients in the middle of a login. */
  readonly #challenges = new Map<string, TestUser[]>();
  guesses = 0;
  /** Rejected requests for a code. */
  refused = 0;
  /** Guesses by HTTP status. */
  readonly answers = new Map<number, number>();
  /** By challenge: guesses that were checked and reported as wrong. */
  readonly reportedWrong = new Map<TestUser, number>();

  constructor(base: string, victims: string[], random: Random) {
    this.#base = base;
    this.#victims = victims;
    this.#random = random;
  }

  /** Guesses a victim's code; requests a new code first if there is none, and occasionally otherwise. */
  async guess(): Promise<void> {
    this.guesses += 1;
    if (this.guesses % 1000 === 0) printProgress(`guess ${this.guesses}`);
    const victim = this.#random.pick(this.#victims);
    const known = this.#challenges.get(victim);
    if (!known || this.#random.below(20) === 0) await this.#ask(victim);
    const challenges = this.#challenges.get(victim);
    assert.ok(challenges, 'the first codes are sent');
    const browser = this.#random.pick(challenges);
    const code = String(this.#random.below(1_000_000)).padStart(CODE_LENGTH, '0');
    const { status, body } = await browser.post('/login/code', { intent: 'verify', code }, this.#from());
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (body.includes(WRONG)) this.reportedWrong.set(browser, (this.reportedWrong.get(browser) ?? 0) + 1);
  }

  async #ask(victim: string): Promise<void> {
    const browser = new TestUser(this.#base);
    const { status } = await browser.post('/login', { email: victim }, this.#from());
    if (status === 303) this.#challenges.set(victim, [...(this.#challenges.get(victim) ?? []), browser]);
    else this.refused += 1;
  }

  #from(): Record<string, string> {
    return { 'X-Forwarded-For': `203.0.113.${1 + this.#random.below(ADDRESSES)}` };
  }
}
