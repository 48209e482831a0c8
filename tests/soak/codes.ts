import assert from 'node:assert/strict';
import { settings } from '@/app/config/env.server';
import { CHALLENGES_PER_EMAIL_AND_HOUR, CODE_TRIES } from '@/app/domain/account/login-code';
import { prepareDatabase } from '@/app/services/system/prepare-database.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { Session } from '@/models/session.server';
import { startCeleste } from '../support/celeste';
import { Person, signUp } from '../support/person';
import { Random } from './random';
import { type Soak, say } from './soak';

const ADDRESSES = 50;
const VICTIMS = 20;
const AT_ONCE = 10;

/** Guesses login codes of people, from many network addresses at once, by the pages. */
export const soak: Soak = async ({ count, seed }) => {
  await prepareDatabase();
  const random = new Random(seed);
  // The addresses are those that a proxy in front would tell of.
  const celeste = await startCeleste({ dataDir: settings.dataDir, env: { TRUST_PROXY: '1' } });
  try {
    const victims: string[] = [];
    for (let index = 0; index < VICTIMS; index += 1) victims.push((await signUp(celeste)).email);
    const challengesBefore = await LoginChallenge.max<number, LoginChallenge>('id');
    const sessionsBefore = await Session.count();

    const attackers = Array.from({ length: ADDRESSES }, (_, index) => new Attacker(celeste.address, index));
    const answers = new Map<number, number>();
    let guesses = 0;
    const attack = async () => {
      while (guesses < count) {
        guesses += 1;
        if (guesses % 1000 === 0) say(`${guesses} guesses`);
        const status = await random.pick(attackers).guess(random.pick(victims), random);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, attack));

    const challenges = (await LoginChallenge.findAll()).filter(({ id }) => id > challengesBefore);
    const tried = challenges.reduce((sum, { tries }) => sum + tries, 0);
    for (const { tries } of challenges) assert.ok(tries <= CODE_TRIES, `${tries} tries of one code`);
    for (const victim of victims) {
      const own = challenges.filter(({ email }) => email === victim).length;
      assert.ok(own <= CHALLENGES_PER_EMAIL_AND_HOUR, `${own} codes were sent to one person`);
    }
    assert.equal(await Session.count(), sessionsBefore, 'nobody got in');
    return {
      guesses,
      'addresses they came from': ADDRESSES,
      'people they were about': VICTIMS,
      'codes that were sent': challenges.length,
      'guesses that were compared with a code': tried,
      ...Object.fromEntries([...answers].map(([status, times]) => [`answers with ${status}`, times])),
    };
  } finally {
    await celeste.stop();
  }
};

/** One network address, from which several people's codes are guessed. */
class Attacker {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #browsers = new Map<string, Person>();

  constructor(base: string, index: number) {
    this.#base = base;
    this.#headers = { 'X-Forwarded-For': `203.0.113.${index + 1}` };
  }

  /** Asks for a code when it has none for the victim or none that takes tries, else guesses. @returns the status */
  async guess(victim: string, random: Random): Promise<number> {
    const known = this.#browsers.get(victim);
    const browser = known ?? new Person(this.#base);
    if (!known) {
      const asked = await browser.post('/login', { email: victim }, this.#headers);
      if (asked.status !== 303) return asked.status;
      this.#browsers.set(victim, browser);
    }
    const code = String(random.below(1_000_000)).padStart(6, '0');
    const { status } = await browser.post('/login/code', { intent: 'verify', code }, this.#headers);
    // Now and then a new code is asked for, which a program would find out to be of more use.
    if (status === 429 && random.below(10) === 0) this.#browsers.delete(victim);
    return status;
  }
}
