import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type FakeGoogle, startFakeGoogle } from '@/tests/support/fake-google';
import { freePort } from '@/tests/support/free-port';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { until } from '@/tests/support/until';
import { signUpAdmin, signUpMember } from '../admin/administrator';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { change, rows } from '../platform/data-dir';
import { mainOf, textOf } from '../platform/page';

let google: FakeGoogle;
let celeste: RunningCeleste;

beforeAll(async () => {
  google = await startFakeGoogle();
  celeste = await startCeleste({
    env: {
      PORT: String(await freePort()),
      ...google.env,
    },
  });
});

afterAll(async () => {
  await celeste.stop();
  await google.close();
});

let ana: MeetingUser;

beforeEach(async () => {
  google.calm();
  google.consent = 'agree';
  await change(celeste, 'DELETE FROM rate_limits');
  ana = await signUpMeetingUser(celeste);
  google.account = ana.email;
});

const links = () =>
  rows(
    celeste,
    `SELECT calendar_links.* FROM calendar_links JOIN users ON users.id = user_id WHERE email = '${ana.email}'`,
  );

/** Starts the link, and answers on Google's page. @returns the path of the way back */
async function consent(by: TestUser = ana): Promise<string> {
  const { status, location } = await by.get('/google');
  expect(status).toBe(302);
  const page = await fetch(location!, { redirect: 'manual' });
  return page.headers.get('Location')!.replace(celeste.address, '');
}

/** What the next page says of the way back. */
async function returnBy(path: string, by: TestUser = ana): Promise<string> {
  expect(await by.get(path)).toMatchObject({ status: 302, location: '/calendar' });
  return textOf((await by.get('/meetings')).body);
}

describe('linking a calendar', () => {
  it('goes over the page of consent, with PKCE and a state of this session', async () => {
    const started = await ana.get('/google');
    const cookie = started.headers.getSetCookie().find((set) => set.startsWith('calendar='));
    expect(cookie).toMatch(/; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    const asked = new URL(started.location!);
    expect(asked.origin).toBe(google.url);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      scope: 'https://www.googleapis.com/auth/calendar.events',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      redirect_uri: `${celeste.address}/google/callback`,
      login_hint: ana.email,
    });
    expect(await returnBy(await consent())).toContain('Calendário vinculado.');
    expect(await links()).toMatchObject([{ name: ana.email }]);
    expect(google.mistakes).toEqual([]);
  });

  it('shows no token anywhere, and stores none in clear', async () => {
    const back = await consent();
    const { headers, body } = await ana.get(back);
    const [link] = await links();
    const secret = /ya29|1\/\//;
    for (const text of [JSON.stringify(link), JSON.stringify([...headers]), body, celeste.output()]) {
      expect(text).not.toMatch(secret);
    }
    expect(celeste.output()).not.toContain(new URL(back, google.url).searchParams.get('code'));
  });

  it.each([
    ['refused on the page of consent', 'deny', 'Você não deu acesso ao seu calendário.'],
    ['that lacks the scope', 'untick', 'Falta a permissão para ver e editar seus eventos.'],
  ] as const)('says so of an access %s', async (_name, answer, sentence) => {
    google.consent = answer;
    expect(await returnBy(await consent())).toContain(sentence);
    expect(await links()).toEqual([]);
  });

  it.each([
    ['without a beginning', async () => '/google/callback?state=x&code=y'],
    ['with another state', async () => (await consent()).replace(/state=[^&]+/, 'state=other')],
    [
      'twice',
      async () => {
        const back = await consent();
        await ana.get(back);
        await change(celeste, 'DELETE FROM calendar_links');
        return back;
      },
    ],
    ["of somebody else's beginning", async () => consent(await signUpMeetingUser(celeste, { name: 'Eva' }))],
  ])('does not end %s', async (_name, way) => {
    expect(await returnBy(await way())).toContain('O pedido de vínculo não vale mais.');
    expect(await links()).toEqual([]);
  });

  it('does not end in another session of the same browser', async () => {
    const back = await consent();
    const cookies = ana.cookieHeader();
    const eva = await signUpMeetingUser(celeste, { name: 'Eva' });
    const session = eva
      .cookieHeader()
      .split('; ')
      .filter((pair) => pair.startsWith('session='));
    const state = cookies.split('; ').filter((pair) => pair.startsWith('calendar='));
    const headers = { Cookie: [...session, ...state].join('; ') };
    await fetch(celeste.address + back, { headers, redirect: 'manual' });
    expect(
      await rows(
        celeste,
        `SELECT calendar_links.* FROM calendar_links JOIN users ON users.id = user_id WHERE users.name = 'Eva'`,
      ),
    ).toEqual([]);
  });

  it('says that a code is not accepted, and that Google does not answer', async () => {
    const back = await consent();
    expect(await returnBy(back.replace(/code=[^&]+/, 'code=other'))).toContain(
      'O Google não aceitou o vínculo.',
    );
    google.fail('token', 'cut');
    expect(await returnBy(await consent())).toContain('O Google Agenda não respondeu.');
    expect(await links()).toEqual([]);
  });

  it('is for accounts with a subscription, and for nobody in their place', async () => {
    const trial = await signUp(celeste);
    for (const path of ['/google', '/google/callback', '/calendar/unlink']) {
      expect(await trial.get(path)).toMatchObject({ status: 302, location: '/dashboard' });
    }
    const admin = await signUpAdmin(celeste);
    const member = await signUpMember(celeste);
    await change(
      celeste,
      `UPDATE users SET consumption_rule = 'SUBSCRIPTION' WHERE public_id = '${member.publicId}'`,
    );
    await admin.post(`/login-admin-as-user/${member.publicId}/${admin.publicId}`);
    expect(await admin.get('/google')).toMatchObject({ status: 302, location: '/calendar' });
    expect(textOf((await admin.get('/dashboard')).body)).toContain('Só o titular da conta');
  });
});

describe('unlinking a calendar', () => {
  it('is asked for once more, then ends the access at Google too', async () => {
    await ana.get(await consent());
    await ana.get('/meetings');
    const page = await ana.get('/calendar/unlink');
    expect(textOf(mainOf(page.body))).toContain(ana.email);
    expect(await ana.post('/calendar/unlink')).toMatchObject({ status: 303, location: '/calendar' });
    expect(textOf((await ana.get('/meetings')).body)).toContain('Calendário desvinculado.');
    expect(await links()).toEqual([]);
    await until(() => !google.hasAccess(ana.email), { what: 'the revocation at Google' });
    expect(celeste.output()).not.toMatch(/ya29|1\/\//);
    expect(await ana.get('/calendar/unlink')).toMatchObject({ status: 302, location: '/calendar' });
  });
});
