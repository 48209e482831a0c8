import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { beginLink } from '@/app/services/calendar/link/begin-link.server';
import { findLink, hasLostCalendar } from '@/app/services/calendar/link/find-link.server';
import { finishLink } from '@/app/services/calendar/link/finish-link.server';
import { revokeCalendar } from '@/app/services/calendar/link/revoke-calendar.server';
import { openTokens } from '@/app/services/calendar/link/sealed-tokens.server';
import { sendCalendarEmail } from '@/app/services/calendar/link/send-calendar-email.server';
import { unlinkCalendar } from '@/app/services/calendar/link/unlink-calendar.server';
import { withCalendar } from '@/app/services/calendar/with-calendar.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { Job } from '@/models/job.server';
import { User } from '@/models/user.server';
import { claimAttempt } from '@/tests/factories/attempt';
import { linkFakeCalendar } from '@/tests/factories/calendar';
import { google } from '@/tests/factories/google-service';
import { makeUser } from '@/tests/factories/user';
import { newestMail } from '@/tests/support/celeste';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

vi.mock('@/app/integrations/calendar/index.server', () => import('@/tests/factories/google-service'));

const EMAIL = 'ana@example.com';
const NOW = { fromMs: Date.now(), toMs: Date.now() + 3_600_000 };

afterAll(() => google.close());

describeOnBothDatabases('the link to a calendar', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    google.calm();
    google.consent = 'agree';
    google.account = EMAIL;
    userId = await makeUser();
  });

  afterEach(() => {
    expect(google.mistakes).toEqual([]);
  });

  /** Through the page of consent. */
  async function link(owner = userId) {
    const { href, codeVerifier } = beginLink('unknown@example.com')!;
    const page = await fetch(href, { redirect: 'manual' });
    const code = new URL(page.headers.get('Location')!).searchParams.get('code')!;
    return { code, codeVerifier, outcome: await finishLink(owner, { code, codeVerifier }) };
  }

  const unlink = (owner = userId) => unlinkCalendar({ userId: owner, submissionId: randomUUID() });
  const list = (owner = userId) => withCalendar(owner, (calendar) => calendar.listEvents(NOW));
  const storedTokens = async () => {
    const stored = await CalendarLink.findOne({ where: { userId } });
    return stored && openTokens(userId, stored.sealedTokens);
  };

  async function revokeAll(): Promise<void> {
    for (const job of await Job.findAll({ where: { name: 'revoke-calendar' } })) {
      const run = {
        payload: JSON.parse(job.payload),
        claim: { jobId: job.id, fence: 1 },
        isLastAttempt: false,
      };
      await revokeCalendar({ ...run, signal: new AbortController().signal });
      await job.destroy();
    }
  }

  it('is made by a consent, and stores no token in clear', async () => {
    expect(await findLink(userId)).toBeNull();
    expect((await link()).outcome).toBe('linked');
    expect(await findLink(userId)).toEqual({ name: EMAIL, sendsToAll: false });
    const stored = await CalendarLink.findOne({ where: { userId }, rejectOnEmpty: true });
    const { accessToken, refreshToken } = (await storedTokens())!;
    const row = JSON.stringify(stored);
    expect(row).not.toContain(accessToken);
    expect(row).not.toContain(refreshToken);
    expect(openTokens(userId + 1, stored.sealedTokens)).toBeNull();
    expect((await list()).events).toEqual([]);
  });

  it('is refused to a code that is used, and without the scope', async () => {
    const { code, codeVerifier } = await link();
    expect(await finishLink(userId, { code, codeVerifier })).toBe('refused');
    expect(await findLink(userId)).not.toBeNull();
    await CalendarLink.destroy({ where: {} });
    google.consent = 'untick';
    expect((await link()).outcome).toBe('scope');
    expect(await findLink(userId)).toBeNull();
  });

  it('is not made while the service does not answer', async () => {
    google.fail('list', { status: 503 }, 9);
    await expect(link()).rejects.toMatchObject({ code: 'calendar.unavailable' });
    expect(await findLink(userId)).toBeNull();
  });

  it('is replaced by a new one, which forgets where changes were', async () => {
    await link();
    await CalendarLink.update({ syncToken: 'old', sendsToAll: true }, { where: { userId } });
    google.account = 'other@example.com';
    await link();
    expect(await findLink(userId)).toEqual({ name: 'other@example.com', sendsToAll: true });
    expect(await CalendarLink.findAll({ where: { userId } })).toMatchObject([{ syncToken: null }]);
  });

  it('ends at the service too, by a job', async () => {
    await link();
    const form = { userId, submissionId: randomUUID() };
    await Promise.all([unlinkCalendar(form), unlinkCalendar(form), unlink()]);
    expect(await findLink(userId)).toBeNull();
    const jobs = await Job.findAll({ where: { name: 'revoke-calendar' } });
    expect(jobs).toHaveLength(1);
    expect(jobs[0]!.payload).not.toMatch(/ya29|1\/\//);
    expect(google.hasAccess(EMAIL)).toBe(true);
    google.fail('revoke', { status: 500 }, 9);
    await expect(revokeAll()).rejects.toThrow('Google answered 500');
    google.calm();
    await revokeAll();
    expect(google.hasAccess(EMAIL)).toBe(false);
    await expect(list()).rejects.toMatchObject({ code: 'calendar.not-linked' });
  });

  it('that was made anew is not revoked by the end of an earlier one', async () => {
    await link();
    await unlink();
    await link();
    await revokeAll();
    expect((await list()).events).toEqual([]);
    const other = await makeUser();
    await link(other);
    await unlink(other);
    await revokeAll();
    expect((await list()).events).toEqual([]);
  });

  it('ends when the user has revoked the access, and says so once', async () => {
    await linkFakeCalendar(userId, google);
    google.revokeAccess(`user-${userId}@example.com`);
    await expect(list()).rejects.toMatchObject({ code: 'calendar.unlinked' });
    expect(await findLink(userId)).toBeNull();
    await expect(list()).rejects.toMatchObject({ code: 'calendar.not-linked' });
  });

  it('tells by e-mail that Google ended it, unless it was made anew', async () => {
    const email = `${randomUUID()}@example.com`;
    await User.update({ email, language: 'pt' }, { where: { id: userId } });
    const end = async () => {
      await linkFakeCalendar(userId, google, EMAIL);
      google.revokeAccess(EMAIL);
      await expect(list()).rejects.toThrow();
      expect(await hasLostCalendar(userId)).toBe(true);
    };
    const folder = path.join(settings.dataDir, 'mail');
    await end();
    await sendCalendarEmail(await claimAttempt('calendar-notice'));
    const mail = await newestMail(folder, email);
    expect(mail.subject).toBe('Seu calendário foi desvinculado');
    expect(mail.text).toContain(`“${EMAIL}”`);
    expect(mail.text).toContain('/calendar');
    await Job.destroy({ where: { name: 'calendar-notice' } });
    await end();
    await link();
    expect(await hasLostCalendar(userId)).toBe(false);
    const before = (await readdir(folder)).length;
    await sendCalendarEmail(await claimAttempt('calendar-notice'));
    expect((await readdir(folder)).length).toBe(before);
    await unlink();
    expect(await hasLostCalendar(userId)).toBe(false);
    expect(await Job.count({ where: { name: 'calendar-notice' } })).toBe(1);
  });

  it('ends when its tokens cannot be opened any more', async () => {
    await linkFakeCalendar(userId, google);
    await CalendarLink.update({ sealedTokens: 'v1.nonsense' }, { where: { userId } });
    await expect(list()).rejects.toMatchObject({ code: 'calendar.unlinked' });
    expect(await findLink(userId)).toBeNull();
  });

  it('outlives trouble with the network', async () => {
    await linkFakeCalendar(userId, google);
    google.expireAccess(`user-${userId}@example.com`);
    google.fail('token', { status: 503 }, 9);
    await expect(list()).rejects.toMatchObject({ code: 'calendar.unavailable' });
    expect(await findLink(userId)).not.toBeNull();
  });

  it('outlives the refusal of tokens that a new link has replaced', async () => {
    await linkFakeCalendar(userId, google);
    const relinked = withCalendar(userId, async (calendar) => {
      google.revokeAccess(`user-${userId}@example.com`);
      google.account = EMAIL;
      await link();
      return calendar.listEvents(NOW);
    });
    await expect(relinked).rejects.toMatchObject({ code: 'calendar.unavailable' });
    expect(await findLink(userId)).toMatchObject({ name: EMAIL });
    expect((await list()).events).toEqual([]);
  });

  it('stores renewed tokens, and loses none of two at once', async () => {
    await linkFakeCalendar(userId, google);
    const before = await storedTokens();
    google.expireAccess(`user-${userId}@example.com`);
    await Promise.all([list(), list(), list()]);
    const after = await storedTokens();
    expect(after).toMatchObject({ refreshToken: before!.refreshToken });
    expect(after!.accessToken).not.toBe(before!.accessToken);
    google.calm();
    await list();
    expect(google.requests.map(({ action }) => action)).toEqual(['list']);
  });

  it.each<[Parameters<typeof google.fail>[1], string]>([
    [{ status: 404, reason: 'notFound' }, 'calendar.event-gone'],
    [{ status: 403, reason: 'forbidden' }, 'calendar.event-forbidden'],
    [{ status: 429, retryAfter: '60' }, 'calendar.unavailable'],
  ])('turns %j into a sentence', async (fault, code) => {
    await linkFakeCalendar(userId, google);
    google.fail('get', fault);
    const reading = withCalendar(userId, (calendar) => calendar.readEvent('any'));
    await expect(reading).rejects.toMatchObject({ code });
  });

  it('says that somebody changed the event', async () => {
    const theirs = await linkFakeCalendar(userId, google);
    const { etag } = theirs.add({ id: 'event' });
    theirs.change('event', { summary: 'Deles' });
    const changing = withCalendar(userId, (calendar) =>
      calendar.changeEvent('event', etag!, { title: 'Nosso' }),
    );
    await expect(changing).rejects.toMatchObject({ code: 'calendar.event-changed' });
  });
});
