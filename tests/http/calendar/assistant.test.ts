import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningCeleste } from '@/tests/support/celeste';
import { type CelesteWithGoogle, linkCalendar, startWithGoogle } from '@/tests/support/linked-calendar';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { rows } from '../platform/data-dir';
import { mainOf, textOf } from '../platform/page';

const PAGE = '/calendar/assistant';

let running: CelesteWithGoogle;
let celeste: RunningCeleste;

beforeAll(async () => {
  running = await startWithGoogle();
  celeste = running.celeste;
  // Asked about every request: none goes well.
  running.google.chaos = () => ({ status: 500 });
});

afterAll(() => running.stop());

/** Links a calendar that does not answer. @returns the account */
async function withLink<U extends { email: string }>(user: U): Promise<U> {
  await linkCalendar(running, user);
  return user;
}

describe('the page of the assistant in the calendar', () => {
  it('leads an account without a linked calendar to where it can link one', async () => {
    const ana = await signUpMeetingUser(celeste);
    expect(await ana.get(PAGE)).toMatchObject({ status: 302, location: '/calendar' });
    expect(await ana.post(PAGE, { intent: 'all', sends_to_all: 'on' })).toMatchObject({
      ...{ status: 302, location: '/calendar' },
    });
  });

  it('keeps the setting while the calendar does not answer', async () => {
    const ana = await withLink(await signUpMeetingUser(celeste));
    const { status, body } = await ana.get(PAGE);
    expect(status).toBe(200);
    expect(textOf(mainOf(body))).toContain('O Google Agenda não respondeu');
    expect(await settingOf(ana)).toBe(0);
    const saved = await ana.post(PAGE, { intent: 'all', sends_to_all: 'on' });
    expect(saved).toMatchObject({ status: 303, location: PAGE });
    expect(await settingOf(ana)).toBe(1);
    expect((await ana.get(PAGE)).body).toMatch(/name="sends_to_all"[^>]* checked/);
  });

  it('asks for the terms', async () => {
    const ana = await withLink(await signUpMeetingUser(celeste, { hasTerms: false }));
    const refused = await ana.post(PAGE, { intent: 'all', sends_to_all: 'on' });
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('id="terms-error"');
    expect(await settingOf(ana)).toBe(0);
    expect((await ana.post(PAGE, { intent: 'all', sends_to_all: 'on', terms: 'on' })).status).toBe(303);
    expect(await settingOf(ana)).toBe(1);
  });

  it.each([{ event: '' }, { event: 'a/b' }, { event: 'a'.repeat(1025) }, { event: 'a', choice: 'x' }])(
    'refuses %o',
    async (fields) => {
      const ana = await withLink(await signUpMeetingUser(celeste));
      const { status } = await ana.post(PAGE, { intent: 'choose', choice: 'send', ...fields });
      expect(status).toBe(400);
    },
  );
});

async function settingOf({ email }: MeetingUser): Promise<unknown> {
  const select = `SELECT sends_to_all FROM calendar_links JOIN users ON users.id = user_id WHERE email = '${email}'`;
  return (await rows(celeste, select))[0]!.sends_to_all;
}
