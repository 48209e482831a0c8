import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { PASSKEY_CHALLENGE_LIFETIME_MS, PASSKEY_LIMIT_PER_NETWORK } from '@/app/domain/account/passkey';
import { RECOVERY_LIMIT_PER_NETWORK_AND_ACCOUNT } from '@/app/domain/account/recovery-code';
import type { LoginMethod } from '@/app/domain/account/session';
import { AppError } from '@/app/domain/errors';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import {
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@/app/services/account/passkeys/own-passkeys.server';
import {
  countRecoveryCodes,
  renewRecoveryCodes,
} from '@/app/services/account/passkeys/recovery-codes.server';
import {
  passkeyCreationOptions,
  registerPasskey,
  startPasskeyRegistration,
} from '@/app/services/account/passkeys/register-passkey.server';
import { relyingPartyAt } from '@/app/services/account/passkeys/relying-party.server';
import {
  passkeySignInOptions,
  signInWithPasskey,
} from '@/app/services/account/passkeys/sign-in-with-passkey.server';
import { signInWithRecoveryCode } from '@/app/services/account/passkeys/sign-in-with-recovery-code.server';
import { resetPasskeys } from '@/app/services/admin/reset-passkeys.server';
import { Job } from '@/models/job.server';
import { Passkey } from '@/models/passkey.server';
import { RecoveryCode } from '@/models/recovery-code.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { makeBrowser } from '@/tests/factories/browser';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { Authenticator, type Lies } from '@/tests/support/authenticator';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const PARTY = { id: 'localhost', origin: 'http://localhost:3000' };
const PUBLIC = { id: 'celeste.example.org', origin: 'https://celeste.example.org' };
const PAGE = { origin: PARTY.origin, rpId: PARTY.id };
const failed = new AppError('account.passkey-failed');

it('belong to the address of the settings, never to an IP address or a forged host', () => {
  expect(relyingPartyAt('http://localhost:4123')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:4123',
  });
  for (const origin of ['http://127.0.0.1:4123', 'https://evil.example', 'http://localhost.evil.example'])
    expect(relyingPartyAt(origin)).toBeNull();
});

describeOnBothDatabases('passkeys', () => {
  let owner: { userId: number; sessionId: number };
  let device: Authenticator;
  const browser = makeBrowser({ userAgent: 'browser' });

  beforeEach(async () => {
    await resetDatabase();
    owner = await makeOwner();
    device = await makeDevice(owner);
  });

  async function makeOwner() {
    const userId = await makeUser();
    const { sessionId } = (await findSessionUser(await startSession(userId, 'first')))!;
    return { userId, sessionId };
  }

  async function makeDevice({ userId }: { userId: number }) {
    const { publicId } = await User.findByPk(userId, { rejectOnEmpty: true });
    return new Authenticator(PAGE, publicId);
  }

  async function codeForm(purpose: 'add-passkey' | 'remove-passkey' | 'recovery-codes', by = owner) {
    const challengeIds = [await makeChallenge({ purpose, email: 'ana@example.com', userId: by.userId })];
    return { ...by, challengeIds, code: KNOWN_CODE, submissionId: randomUUID() };
  }

  const start = async (by = owner) => {
    const challenge = await startPasskeyRegistration(await codeForm('add-passkey', by));
    return (await passkeyCreationOptions(by, challenge, PARTY))!;
  };

  const register = async (name = 'Notebook', by = owner, on = device) =>
    registerPasskey(by, { response: on.register(await start(by)), name }, PARTY);

  const options = () => passkeySignInOptions(browser.secret, PARTY);

  async function signIn(lies: Lies = {}, on = device) {
    return signInWithPasskey(on.signIn(await options(), lies), browser, PARTY);
  }

  const remove = async (publicId: string, by = owner) =>
    removePasskey({ ...(await codeForm('remove-passkey', by)), publicId });

  const mails = async () =>
    (await Job.findAll({ where: { name: 'announce-passkey' }, order: ['id'] })).map(
      ({ payload }) => (JSON.parse(payload) as { change: string }).change,
    );

  describe('of an administrator outside local mode', () => {
    beforeEach(async () => {
      const outside = { ...settings };
      Object.assign(settings, { isLocal: false, publicUrl: PUBLIC.origin });
      await User.update({ role: 'admin' }, { where: { id: owner.userId } });
      return () => Object.assign(settings, outside);
    });

    const userOf = async (method: LoginMethod) =>
      (await findSessionUser(await startSession(owner.userId, 'another', method)))!;

    it('are needed to administer', async () => {
      for (const method of ['email', 'google'] as const)
        expect(await userOf(method)).toMatchObject({ role: 'user', needsPasskey: true });
      for (const method of ['passkey', 'recovery'] as const)
        expect(await userOf(method)).toMatchObject({ role: 'admin', needsPasskey: false });
      Object.assign(settings, { publicUrl: 'https://192.0.2.1' });
      expect(await userOf('email')).toMatchObject({ role: 'admin', needsPasskey: false });
    });

    it('are made first by the mailed code, and changed only with one of them', async () => {
      const at = new Authenticator({ origin: PUBLIC.origin, rpId: PUBLIC.id }, 'ana');
      const another = { userId: owner.userId, sessionId: (await userOf('email')).sessionId };
      const late = await passkeyCreationOptions(
        another,
        await startPasskeyRegistration(await codeForm('add-passkey', another)),
        PUBLIC,
      );
      const challenge = await startPasskeyRegistration(await codeForm('add-passkey'));
      const creation = (await passkeyCreationOptions(owner, challenge, PUBLIC))!;
      await registerPasskey(owner, { response: at.register(creation), name: 'Notebook' }, PUBLIC);
      const [first] = await listPasskeys(owner.userId);
      expect((await Session.findByPk(owner.sessionId))?.method).toBe('passkey');

      const required = { code: 'account.passkey-required' };
      const thief = new Authenticator({ origin: PUBLIC.origin, rpId: PUBLIC.id }, 'ana');
      const response = thief.register(late!);
      await expect(registerPasskey(another, { response, name: 'x' }, PUBLIC)).rejects.toMatchObject(required);
      await expect(startPasskeyRegistration(await codeForm('add-passkey', another))).rejects.toMatchObject(
        required,
      );
      await expect(remove(first!.publicId, another)).rejects.toMatchObject(required);
      await expect(renewRecoveryCodes(await codeForm('recovery-codes', another))).rejects.toMatchObject(
        required,
      );
      expect(await listPasskeys(owner.userId)).toHaveLength(1);

      await renewRecoveryCodes(await codeForm('recovery-codes'));
      await remove(first!.publicId);
      expect(await listPasskeys(owner.userId)).toEqual([]);
    });
  });

  it('sign their account in, and the account hears of each one', async () => {
    await register();
    const { token, userId } = await signIn();
    expect(userId).toBe(owner.userId);
    expect(await findSessionUser(token)).toMatchObject({ id: owner.userId, loginMethod: 'passkey' });
    expect(await mails()).toEqual(['added']);
    const [passkey] = await listPasskeys(owner.userId);
    expect(passkey).toMatchObject({ name: 'Notebook', lastUsedAt: expect.any(Date) });
  });

  it.each<[string, Lies]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['the handle of another account', { userHandle: 'somebody-else' }],
    ['a made-up challenge', { challenge: 'AAAA' }],
  ])('do not sign in with %s', async (_attack, lies) => {
    await register();
    const sessions = await Session.count();
    await expect(signIn(lies)).rejects.toThrow(failed);
    expect(await Session.count()).toBe(sessions);
    await expect(signIn()).resolves.toBeDefined();
  });

  it('do not sign in when their counter goes back or stands still', async () => {
    await register();
    await signIn({ counter: 5 });
    await expect(signIn({ counter: 5 })).rejects.toThrow(failed);
    await expect(signIn({ counter: 4 })).rejects.toThrow(failed);
    await expect(signIn({ counter: 6 })).resolves.toBeDefined();
  });

  it('answer a challenge once, in the browser that got it, for some minutes', async () => {
    await register();
    const answer = device.signIn(await options());
    const thief = makeBrowser({ userAgent: 'thief' });
    await expect(signInWithPasskey(answer, thief, PARTY)).rejects.toThrow(failed);
    const first = await signInWithPasskey(answer, browser, PARTY);
    // A double click of the same browser.
    expect(await signInWithPasskey(answer, browser, PARTY)).toEqual(first);
    expect(await Session.count({ where: { method: 'passkey' } })).toBe(1);

    const late = device.signIn(await options());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + PASSKEY_CHALLENGE_LIFETIME_MS + 1 });
    try {
      await expect(signInWithPasskey(answer, browser, PARTY)).rejects.toThrow(failed);
      await expect(signInWithPasskey(late, browser, PARTY)).rejects.toThrow(failed);
    } finally {
      vi.useRealTimers();
    }
  });

  it('use a challenge up by a wrong answer', async () => {
    await register();
    const asked = await options();
    await expect(
      signInWithPasskey(device.signIn(asked, { isVerified: false }), browser, PARTY),
    ).rejects.toThrow();
    await expect(signInWithPasskey(device.signIn(asked), browser, PARTY)).rejects.toThrow(failed);
  });

  it('limit the answers of a network', async () => {
    await register();
    const answers = Array.from({ length: PASSKEY_LIMIT_PER_NETWORK.most }, () =>
      signIn({ challenge: 'AAAA' }),
    );
    await Promise.allSettled(answers);
    await expect(signIn()).rejects.toMatchObject({ code: 'account.code-too-many-requests' });
  });

  it.each<[string, Lies]>([
    ['another page', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['a made-up challenge', { challenge: 'AAAA' }],
  ])('are not registered with %s', async (_attack, lies) => {
    const response = device.register(await start(), lies);
    await expect(registerPasskey(owner, { response, name: 'x' }, PARTY)).rejects.toThrow(failed);
    expect(await Passkey.count()).toBe(0);
  });

  it('are registered by the session alone that typed the code, once', async () => {
    const response = device.register(await start());
    const neighbour = await makeOwner();
    const other = { ...owner, sessionId: owner.sessionId + 100 };
    for (const by of [neighbour, other])
      await expect(registerPasskey(by, { response, name: 'x' }, PARTY)).rejects.toThrow(failed);
    await registerPasskey(owner, { response, name: 'x' }, PARTY);
    await registerPasskey(owner, { response, name: 'x' }, PARTY);
    expect(await Passkey.count()).toBe(1);
    expect(await mails()).toEqual(['added']);
  });

  it('are not registered without the right code', async () => {
    const form = await codeForm('add-passkey');
    await expect(startPasskeyRegistration({ ...form, code: '000000' })).rejects.toMatchObject({
      code: 'account.code-invalid',
    });
  });

  it('belong to one account only', async () => {
    await register();
    await expect(register('copy', await makeOwner())).rejects.toMatchObject({
      code: 'account.passkey-taken',
    });
  });

  it('are renamed and removed by their owner alone; a removed one signs nobody in', async () => {
    await register();
    const second = await makeDevice(owner);
    await register('Celular', owner, second);
    const { publicId } = (await listPasskeys(owner.userId))[0]!;
    const neighbour = await makeOwner();
    await renamePasskey(neighbour.userId, publicId, 'mine');
    await remove(publicId, neighbour);
    await renamePasskey(owner.userId, publicId, 'Trabalho');
    expect((await listPasskeys(owner.userId)).map(({ name }) => name)).toEqual(['Trabalho', 'Celular']);

    await remove(publicId);
    expect(await mails()).toEqual(['added', 'added', 'removed']);
    await expect(signIn()).rejects.toThrow(failed);
    await expect(signIn({}, second)).resolves.toBeDefined();
  });

  it('are reset at the terminal with the recovery codes and sessions, of one account', async () => {
    await register();
    await signIn();
    const neighbour = await makeOwner();
    await register('Celular', neighbour, await makeDevice(neighbour));
    const email = (await User.findByPk(owner.userId, { rejectOnEmpty: true })).email;
    const removed = await resetPasskeys({ adminId: null, submissionId: randomUUID(), email });
    expect(removed).toEqual({ passkeys: 1, codes: 10, sessions: 2 });
    await expect(signIn()).rejects.toThrow(failed);
    const kept = { where: { userId: neighbour.userId } };
    expect([await Passkey.count(kept), await countRecoveryCodes(neighbour.userId)]).toEqual([1, 10]);
    expect(await Session.count()).toBe(1);
  });

  describe('recovery codes', () => {
    const invalid = new AppError('account.recovery-invalid');

    const emailOf = async (userId: number) => (await User.findByPk(userId, { rejectOnEmpty: true })).email;

    const recover = async (code: string, by = owner, on = browser, submissionId: string = randomUUID()) =>
      signInWithRecoveryCode({ email: await emailOf(by.userId), code, submissionId }, on);

    const changes = async () =>
      (await Job.findAll({ where: { name: 'announce-recovery-codes' }, order: ['id'] })).map(
        ({ payload }) => JSON.parse(payload) as object,
      );

    it('come with the first passkey only, and are stored as hashes', async () => {
      const codes = await register();
      expect(codes).toHaveLength(10);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes!) expect(code).toMatch(/^([\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/);
      expect(await register('Celular', owner, await makeDevice(owner))).toBeNull();
      expect(await countRecoveryCodes(owner.userId)).toBe(10);
      const stored = JSON.stringify(await RecoveryCode.findAll());
      for (const code of codes!) expect(stored).not.toContain(code);
    });

    it('sign in once each, in the browser that sent the form, and the account hears of it', async () => {
      const [code = '', other = ''] = (await register())!;
      const form = randomUUID();
      const { token } = await recover(code, owner, browser, form);
      expect(await findSessionUser(token)).toMatchObject({ id: owner.userId, loginMethod: 'recovery' });
      expect(await recover(code, owner, browser, form)).toMatchObject({ token });
      expect(await changes()).toMatchObject([{ change: 'used', left: 9 }]);
      const thief = makeBrowser({ userAgent: 'thief', secret: 'other' });
      await expect(recover(code, owner, thief, form)).rejects.toThrow(invalid);
      await expect(recover(code)).rejects.toThrow(invalid);
      await expect(recover(other)).resolves.toBeDefined();
      expect(await countRecoveryCodes(owner.userId)).toBe(8);
    });

    it('of one account open no other, nor an account that does not exist', async () => {
      const [code = ''] = (await register())!;
      const neighbour = await makeOwner();
      const sessions = await Session.count();
      await expect(recover(code, neighbour)).rejects.toThrow(invalid);
      const nobody = { email: 'nobody@example.com', code, submissionId: randomUUID() };
      await expect(signInWithRecoveryCode(nobody, browser)).rejects.toThrow(invalid);
      expect(await Session.count()).toBe(sessions);
      await expect(recover(code)).resolves.toBeDefined();
    });

    it('are used by one of several requests at once', async () => {
      const [code = ''] = (await register())!;
      const all = await Promise.allSettled(Array.from({ length: 4 }, () => recover(code)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are tried so often from a network, which keeps nobody elsewhere out', async () => {
      const [code = ''] = (await register())!;
      for (let tries = 0; tries < RECOVERY_LIMIT_PER_NETWORK_AND_ACCOUNT.most; tries += 1)
        await expect(recover('AAAA-AAAA-AAAA-AAAA')).rejects.toThrow(invalid);
      await expect(recover(code)).rejects.toMatchObject({ code: 'account.recovery-too-many-tries' });
      const elsewhere = makeBrowser({ userAgent: 'home', address: '203.0.113.9' });
      await expect(recover(code, owner, elsewhere)).resolves.toBeDefined();
    });

    it('are renewed by the mailed code alone, and the earlier ones stop working', async () => {
      const [code = ''] = (await register())!;
      const form = await codeForm('recovery-codes');
      await expect(renewRecoveryCodes({ ...form, code: '000000' })).rejects.toMatchObject({
        code: 'account.code-invalid',
      });
      const renewed = await renewRecoveryCodes(form);
      expect(await renewRecoveryCodes(form)).toEqual(renewed);
      expect(renewed).not.toContain(code);
      expect(await changes()).toMatchObject([{ change: 'made', left: 10 }]);
      await expect(recover(code)).rejects.toThrow(invalid);
      await expect(recover(renewed[0]!)).resolves.toBeDefined();
    });

    it('go with the last passkey, and are not made without one', async () => {
      await register();
      await register('Celular', owner, await makeDevice(owner));
      const [first, second] = await listPasskeys(owner.userId);
      await remove(first!.publicId);
      expect(await countRecoveryCodes(owner.userId)).toBe(10);
      await remove(second!.publicId);
      expect(await countRecoveryCodes(owner.userId)).toBe(0);
      await expect(renewRecoveryCodes(await codeForm('recovery-codes'))).rejects.toMatchObject({
        code: 'form.malformed',
      });
    });
  });
});
