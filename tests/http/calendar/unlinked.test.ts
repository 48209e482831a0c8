import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { signUpMeetingUser } from '../meeting/meetings';
import { linksOf, mainOf, textOf } from '../platform/page';

/** With Google's client, and without. */
let registered: RunningCeleste;
let bare: RunningCeleste;

beforeAll(async () => {
  bare = await sharedCeleste();
  registered = await startCeleste({
    command: 'web',
    env: { AUTH_GOOGLE_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' },
  });
});

afterAll(() => registered.stop());

describe('without a linked calendar', () => {
  it('an account with a subscription can link one', async () => {
    const ana = await signUpMeetingUser(registered);
    const { status, body } = await ana.get('/calendar');
    expect(status).toBe(200);
    expect(textOf(mainOf(body))).toContain('Conecte seu Calendário');
    expect(linksOf(mainOf(body))).toContain('/google');
    const meetings = mainOf((await ana.get('/meetings')).body);
    expect(textOf(meetings)).toContain('Vincular agenda Configurações');
    expect(linksOf(meetings)).toContain('/calendar');
  });

  it('the page says so where the operator has not set it up', async () => {
    const ana = await signUpMeetingUser(bare);
    const { body } = await ana.get('/calendar');
    expect(textOf(mainOf(body))).toContain('ainda não configurou o Google Agenda');
    expect(linksOf(mainOf(body))).not.toContain('/google');
  });

  it.each(['/calendar/new', '/calendar/abcde', '/calendar/abcde/edit', '/calendar/abcde/delete'])(
    '%s leads to the calendar, and a form of it changes nothing',
    async (path) => {
      const ana = await signUpMeetingUser(registered);
      expect(await ana.get(path)).toMatchObject({ status: 302, location: '/calendar' });
      const form = { intent: 'add-meet', version: 'x', acknowledge: 'on', ...event };
      expect(await ana.post(path, form)).toMatchObject({ status: 302, location: '/calendar' });
    },
  );

  it.each(['/calendar', '/calendar/new', '/calendar/abcde'])(
    '%s is not for an account on trial',
    async (path) => {
      const trial = await signUp(registered);
      expect(await trial.get(path)).toMatchObject({ status: 302, location: '/dashboard' });
      expect(linksOf((await trial.get('/dashboard')).body)).not.toContain('/calendar');
    },
  );

  it('an event whose id cannot be one is not found', async () => {
    const ana = await signUpMeetingUser(registered);
    expect((await ana.get(`/calendar/${'a'.repeat(1025)}`)).status).toBe(404);
    expect((await ana.get('/calendar/a%2Fb')).status).toBe(404);
  });
});

const event = {
  ...{ summary: 'Pauta', start_date: '2026-11-26', start_time: '14:00' },
  ...{ end_date: '2026-11-26', end_time: '15:00' },
};
