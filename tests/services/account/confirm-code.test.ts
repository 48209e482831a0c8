import '../data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { keyedHash } from '@/app/config/secret.server';
import { CODE_TRIES } from '@/app/domain/account/login-code';
import { confirmCode } from '@/app/services/account/confirm-code.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { makeUser } from '../../factories/user';
import { describeOnBothDatabases } from '../../support/databases';

const CODE = '123456';

describeOnBothDatabases('confirming a code', () => {
  let email: string;

  beforeEach(() => {
    email = `${randomUUID()}@example.com`;
  });

  /** A challenge whose code and link token are known. */
  async function challenge(values: Partial<LoginChallenge> = {}): Promise<string> {
    const publicId = newPublicId();
    await LoginChallenge.create({
      ...{ publicId, purpose: 'signup', email, name: 'Ana Souza', language: 'pt', addressHash: 'address' },
      codeHash: keyedHash(`code:${publicId}`, CODE),
      linkHash: keyedHash(`link:${publicId}`, 'token'),
      expiresAt: new Date(Date.now() + 60_000),
      ...values,
    });
    return publicId;
  }

  const confirm = (publicId: string, code = CODE, submissionId: string = randomUUID()) =>
    confirmCode(publicId, { code }, submissionId);

  const triesOf = async (publicId: string) =>
    (await LoginChallenge.findOne({ where: { publicId }, rejectOnEmpty: true })).tries;

  const results = async (attempts: Promise<number>[]) =>
    (await Promise.allSettled(attempts)).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason.code ?? outcome.reason),
    );

  it('makes one account of 20 identical confirmations at once, and gives them one answer', async () => {
    const publicId = await challenge();
    const submissionId = randomUUID();
    const answers = await results(Array.from({ length: 20 }, () => confirm(publicId, CODE, submissionId)));
    const users = await User.findAll({ where: { email } });
    expect(users).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([users[0]!.id]));
    expect(await WalletAccount.count({ where: { userId: users[0]!.id } })).toBe(6);
  });

  it('lets one of 20 people in who use the same code at once', async () => {
    const publicId = await challenge();
    const answers = await results(Array.from({ length: 20 }, () => confirm(publicId)));
    const [user, ...more] = await User.findAll({ where: { email } });
    expect(more).toEqual([]);
    expect(answers.filter((answer) => answer === user!.id)).toHaveLength(1);
    for (const answer of answers.filter((answer) => answer !== user!.id)) {
      expect(answer).toBe('account.code-expired');
    }
  });

  it(`tries no more than ${CODE_TRIES} of 20 wrong codes at once, and then not the right one either`, async () => {
    const publicId = await challenge();
    const wrong = Array.from({ length: 20 }, (_, index) => String(500_000 + index));
    const answers = await results(wrong.map((code) => confirm(publicId, code)));
    expect(answers.filter((answer) => answer === 'account.code-invalid')).toHaveLength(CODE_TRIES);
    expect(answers.filter((answer) => answer === 'account.code-too-many-tries')).toHaveLength(
      20 - CODE_TRIES,
    );
    expect(await triesOf(publicId)).toBe(CODE_TRIES);
    await expect(confirm(publicId)).rejects.toMatchObject({ code: 'account.code-too-many-tries' });
    expect(await User.count({ where: { email } })).toBe(0);
  });

  it('counts a wrong code although its form is answered again from memory', async () => {
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

  it('lets one of two in who sign up with one address by two challenges at once', async () => {
    const answers = await results([confirm(await challenge()), confirm(await challenge())]);
    const users = await User.findAll({ where: { email } });
    expect(users).toHaveLength(1);
    expect(answers).toContain(users[0]!.id);
    expect(answers).toContain('account.email-taken');
  });

  it('says at sign-up that an address is taken, and at login that it has no account', async () => {
    const userId = await makeUser({ email });
    await expect(confirm(await challenge())).rejects.toMatchObject({ code: 'account.email-taken' });
    expect(await confirm(await challenge({ purpose: 'login', name: null }))).toBe(userId);
    const unknown = await challenge({ purpose: 'login', name: null, email: `${randomUUID()}@example.com` });
    await expect(confirm(unknown)).rejects.toMatchObject({ code: 'account.login-failed' });
  });

  it('opens no account that was deleted', async () => {
    const id = await makeUser({ email });
    await User.update({ deletedAt: new Date() }, { where: { id } });
    await expect(confirm(await challenge({ purpose: 'login', name: null }))).rejects.toMatchObject({
      code: 'account.login-failed',
    });
  });

  it('takes a code once, in its time, and only with its own challenge', async () => {
    const used = await challenge();
    await confirm(used);
    await expect(confirm(used)).rejects.toMatchObject({ code: 'account.code-expired' });
    const late = await challenge({ expiresAt: new Date(Date.now() - 1) });
    await expect(confirm(late)).rejects.toMatchObject({ code: 'account.code-expired' });
    await expect(confirm(newPublicId())).rejects.toMatchObject({ code: 'account.code-expired' });
  });

  it("takes the mailed link's token in place of the code, and neither for the other", async () => {
    const publicId = await challenge();
    await expect(confirmCode(publicId, { linkToken: CODE }, randomUUID())).rejects.toMatchObject({
      code: 'account.code-invalid',
    });
    await expect(confirm(publicId, 'token')).rejects.toMatchObject({ code: 'account.code-invalid' });
    expect(await confirmCode(publicId, { linkToken: 'token' }, randomUUID())).toEqual(expect.any(Number));
  });
});
