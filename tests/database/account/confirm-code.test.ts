import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyedHash } from '@/app/config/secret.server';
import { DUPLICATE_POST_WINDOW_MS, MAX_CODE_ATTEMPTS } from '@/app/domain/account/login-code';
import { ACCOUNT_KINDS } from '@/app/domain/billing/wallet/accounts';
import { confirmCode } from '@/app/services/account/confirm-code.server';
import { endSession } from '@/app/services/account/end-session.server';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';
import { Session } from '@/models/session.server';
import { Submission } from '@/models/submission.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { makeBrowser } from '@/tests/factories/browser';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const CODE = '123456';

describeOnBothDatabases('confirming a code', () => {
  let email: string;

  beforeEach(() => {
    email = `${randomUUID()}@example.com`;
  });

  /** Creates a challenge with a known code and link token. */
  async function challenge(values: Partial<LoginChallenge> = {}): Promise<string> {
    const publicId = newPublicId();
    await LoginChallenge.create({
      publicId,
      purpose: 'signup',
      email,
      name: 'Ana Souza',
      language: 'pt',
      addressHash: 'address',
      codeHash: keyedHash(`code:${publicId}`, CODE),
      linkHash: keyedHash(`link:${publicId}`, 'token'),
      expiresAt: new Date(Date.now() + 60_000),
      ...values,
    });
    return publicId;
  }

  const browser = makeBrowser();

  const confirm = async (publicId: string, code = CODE, submissionId: string = randomUUID()) =>
    (await confirmCode([publicId], { code }, submissionId, browser)).userId;

  const triesOf = async (publicId: string) =>
    (await LoginChallenge.findOne({ where: { publicId }, rejectOnEmpty: true })).tries;

  const results = async (attempts: Promise<number>[]) =>
    (await Promise.allSettled(attempts)).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason.code ?? outcome.reason),
    );

  it('creates one account for 20 identical confirmations at once, with the same answer', async () => {
    const publicId = await challenge();
    const submissionId = randomUUID();
    const answers = await results(Array.from({ length: 20 }, () => confirm(publicId, CODE, submissionId)));
    const users = await User.findAll({ where: { email } });
    expect(users).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([users[0]!.id]));
    expect(await WalletAccount.count({ where: { userId: users[0]!.id } })).toBe(ACCOUNT_KINDS.length);
  });

  it('begins an account in the time zone of its browser, or in that of São Paulo', async () => {
    const known = await confirm(await challenge({ timeZone: 'Asia/Tokyo' }));
    const unknown = await confirm(await challenge({ email: `${randomUUID()}@example.com` }));
    const zoneOf = async (id: number) => (await User.findByPk(id, { rejectOnEmpty: true })).timeZone;
    expect([await zoneOf(known), await zoneOf(unknown)]).toEqual(['Asia/Tokyo', 'America/Sao_Paulo']);
    const later = { purpose: 'login', name: null, timeZone: 'Europe/Lisbon' } as const;
    expect(await confirm(await challenge(later))).toBe(known);
    expect(await zoneOf(known)).toBe('Asia/Tokyo');
  });

  it('signs in one of 20 users who use the same code at once', async () => {
    const publicId = await challenge();
    const answers = await results(Array.from({ length: 20 }, () => confirm(publicId)));
    const [user, ...more] = await User.findAll({ where: { email } });
    expect(more).toEqual([]);
    expect(answers.filter((answer) => answer === user!.id)).toHaveLength(1);
    for (const answer of answers.filter((answer) => answer !== user!.id)) {
      expect(answer).toBe('account.code-expired');
    }
  });

  it(`tries no more than ${MAX_CODE_ATTEMPTS} of 20 wrong codes at once, and then not the right one either`, async () => {
    const publicId = await challenge();
    const wrong = Array.from({ length: 20 }, (_, index) => String(500_000 + index));
    const answers = await results(wrong.map((code) => confirm(publicId, code)));
    expect(answers.filter((answer) => answer === 'account.code-invalid')).toHaveLength(MAX_CODE_ATTEMPTS);
    expect(answers.filter((answer) => answer === 'account.code-too-many-tries')).toHaveLength(
      20 - MAX_CODE_ATTEMPTS,
    );
    expect(await triesOf(publicId)).toBe(MAX_CODE_ATTEMPTS);
    await expect(confirm(publicId)).rejects.toMatchObject({ code: 'account.code-too-many-tries' });
    expect(await User.count({ where: { email } })).toBe(0);
  });

  it('counts a wrong code although its form is answered from the idempotency key', async () => {
    const publicId = await challenge();
    const submissionId = randomUUID();
    for (let time = 0; time < 3; time += 1) {
      await expect(confirm(publicId, '999999', submissionId)).rejects.toMatchObject({
        code: 'account.code-invalid',
      });
    }
    expect(await triesOf(publicId)).toBe(1);
    expect(await confirm(publicId, CODE, submissionId)).toEqual(expect.any(Number));
  });

  it('signs in one of two users who sign up with one address by two challenges at once', async () => {
    const answers = await results([confirm(await challenge()), confirm(await challenge())]);
    const users = await User.findAll({ where: { email } });
    expect(users).toHaveLength(1);
    expect(answers).toContain(users[0]!.id);
    expect(answers).toContain('account.email-taken');
  });

  it('reports a taken address at sign-up, and an unknown account at login', async () => {
    const userId = await makeUser({ email });
    await expect(confirm(await challenge())).rejects.toMatchObject({ code: 'account.email-taken' });
    expect(await confirm(await challenge({ purpose: 'login', name: null }))).toBe(userId);
    const unknown = await challenge({ purpose: 'login', name: null, email: `${randomUUID()}@example.com` });
    await expect(confirm(unknown)).rejects.toMatchObject({ code: 'account.login-failed' });
  });

  it('rejects a deleted account', async () => {
    const id = await makeUser({ email });
    await User.update({ deletedAt: new Date() }, { where: { id } });
    await expect(confirm(await challenge({ purpose: 'login', name: null }))).rejects.toMatchObject({
      code: 'account.login-failed',
    });
  });

  it('accepts a code once, before it expires, and only for its own challenge', async () => {
    const used = await challenge();
    await confirm(used);
    await expect(confirm(used)).rejects.toMatchObject({ code: 'account.code-expired' });
    const late = await challenge({ expiresAt: new Date(Date.now() - 1) });
    await expect(confirm(late)).rejects.toMatchObject({ code: 'account.code-expired' });
    await expect(confirm(newPublicId())).rejects.toMatchObject({ code: 'account.code-expired' });
  });

  it("accepts the mailed link's token instead of the code, but not one in place of the other", async () => {
    const publicId = await challenge();
    await expect(confirmCode([publicId], { linkToken: CODE }, randomUUID(), browser)).rejects.toMatchObject({
      code: 'account.code-invalid',
    });
    await expect(confirm(publicId, 'token')).rejects.toMatchObject({ code: 'account.code-invalid' });
    const entry = await confirmCode([publicId], { linkToken: 'token' }, randomUUID(), browser);
    expect(await findSessionUser(entry.token)).toMatchObject({ id: entry.userId, email });
  });

  describe('repeated form', () => {
    const used = { code: 'account.code-expired' };

    /** A confirmation that its browser or another one may repeat. */
    async function form() {
      const publicId = await challenge();
      const submissionId = randomUUID();
      return (from = browser) => confirmCode([publicId], { code: CODE }, submissionId, from);
    }

    it('opens one session when sent 20 times at once from its browser', async () => {
      const send = await form();
      const entries = await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(new Set(entries.map(({ token }) => token)).size).toBe(1);
      const { userId } = entries[0]!;
      expect(await Session.count({ where: { userId } })).toBe(1);
      expect(await findSessionUser(entries[0]!.token)).toMatchObject({ id: userId });
    });

    it('signs one browser in when sent at once from 20 browsers', async () => {
      const send = await form();
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => send(makeBrowser())));
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused).toHaveLength(19);
      for (const { reason } of refused) expect(reason).toMatchObject(used);
      const [user] = await User.findAll({ where: { email } });
      expect(await Session.count({ where: { userId: user!.id } })).toBe(1);
    });

    it.each([
      ['another browser', { secret: 'another' }],
      ['another address', { address: '198.51.100.9' }],
    ])('opens nothing from %s', async (_from, values) => {
      const send = await form();
      const { userId } = await send();
      await expect(send({ ...browser, ...values })).rejects.toMatchObject(used);
      expect(await Session.count({ where: { userId } })).toBe(1);
    });

    it('opens nothing once its session ended', async () => {
      const send = await form();
      const { userId, token } = await send();
      await endSession(token);
      await expect(send()).rejects.toMatchObject(used);
      expect(await Session.count({ where: { userId } })).toBe(0);
    });

    it('opens nothing after the replay window', async () => {
      const send = await form();
      const { userId } = await send();
      await Submission.update(
        { createdAt: new Date(Date.now() - DUPLICATE_POST_WINDOW_MS) },
        { where: {}, silent: true },
      );
      await expect(send()).rejects.toMatchObject(used);
      expect(await Session.count({ where: { userId } })).toBe(1);
    });
  });

  describe('several codes of one browser', () => {
    const OTHER = '654321';

    async function two(values: Partial<LoginChallenge> = {}) {
      const first = await challenge();
      const newest = await challenge(values);
      await LoginChallenge.update(
        { codeHash: keyedHash(`code:${newest}`, OTHER) },
        { where: { publicId: newest } },
      );
      return { first, newest };
    }

    const confirmAny = (publicIds: string[], code: string) =>
      confirmCode(publicIds, { code }, randomUUID(), browser);

    it('accepts the code of an earlier mail and then invalidates all of them', async () => {
      const { first, newest } = await two();
      expect(await confirmAny([newest, first], CODE)).toMatchObject({ userId: expect.any(Number) });
      for (const code of [CODE, OTHER]) {
        await expect(confirmAny([newest, first], code)).rejects.toMatchObject({
          code: 'account.code-expired',
        });
      }
    });

    it('counts a wrong code for each of them, and leaves those of other browsers alone', async () => {
      const { first, newest } = await two();
      const mine = await challenge();
      for (let time = 0; time < MAX_CODE_ATTEMPTS; time += 1) {
        await expect(confirmAny([newest, first], String(500_000 + time))).rejects.toMatchObject({
          code: 'account.code-invalid',
        });
      }
      expect([await triesOf(first), await triesOf(newest), await triesOf(mine)]).toEqual([5, 5, 0]);
      await expect(confirmAny([newest, first], CODE)).rejects.toMatchObject({
        code: 'account.code-too-many-tries',
      });
      expect(await confirmAny([mine], CODE)).toMatchObject({ userId: expect.any(Number) });
    });

    it('rejects a code requested for another address', async () => {
      const { first, newest } = await two({ email: `${randomUUID()}@example.com` });
      await expect(confirmAny([newest, first], CODE)).rejects.toMatchObject({ code: 'account.code-invalid' });
      expect(await triesOf(first)).toBe(0);
    });
  });
});
