import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysOfView } from '@/app/domain/calendar/calendar-query';
import { dayOf } from '@/app/domain/format/day';
import { addMeetings, type MeetingUser, signUpMeetingUser } from '@/tests/http/meeting/meetings';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { type CelesteWithGoogle, linkCalendar, startWithGoogle } from '@/tests/support/linked-calendar';
import { signUp, TestUser } from '@/tests/support/test-user';
import { transcribeUnseenSample } from '@/tests/support/transcriptions';
import { addEvents } from './scene';

/**
 * Initial congestion window of TCP: ten packets (RFC 6928), which a server sends before the first
 * acknowledgement.
 */
const INITIAL_WINDOW_BYTES = 14 * 1024;

/** Resource types that count. A recording and its captions are loaded on playback. */
const COUNTED_TYPES = ['Document', 'Stylesheet', 'Image', 'Other'];

let celeste: RunningCeleste;
let member: TestUser;
let subscriber: MeetingUser;
let transcript: string;
let withGoogle: CelesteWithGoogle;
let planner: MeetingUser;
let events: ReturnType<typeof addEvents>;

beforeAll(async () => {
  celeste = await sharedCeleste('start');
  member = await signUp(celeste);
  subscriber = await signUpMeetingUser(celeste);
  await addMeetings(celeste, subscriber);
  transcript = await transcribeUnseenSample(member);
  withGoogle = await startWithGoogle();
  planner = await signUpMeetingUser(withGoogle.celeste);
  const calendar = await linkCalendar(withGoogle, planner);
  const today = dayOf(new Date(), calendar.timeZone);
  // On whatever day this runs, all of them are of the week that is shown.
  const from = daysOfView({ view: 'week', date: today }).firstDay;
  events = addEvents(calendar, { from, seriesTitle: 'Reunião diária' });
  // The notice of the sign-up is shown once.
  await planner.get('/dashboard');
});

afterAll(() => withGoogle.stop());

interface PageResource {
  path: string;
  type: string;
  /** Compressed body only. */
  bodyBytes: number;
  /** Headers and compressed body, as transferred. */
  bytes: number;
}

describeInBrowser('the weight of a page without scripts', (browser) => {
  it.each([
    ...['login', 'dashboard', 'list', 'search', 'transcript', 'wallet'],
    ...['dashboard with meetings', 'wallet with meetings', 'meetings'],
    ...['calendar', 'event', 'new event', 'assistant of the calendar'],
    ...['tokens', 'webhooks', 'documentation', 'documentation of a tag'],
  ])('%s fits the initial congestion window', async (name) => {
    const [path, as] = {
      login: ['/login', new TestUser(celeste.address)] as const,
      dashboard: ['/dashboard', member] as const,
      webhooks: ['/account/webhooks', member] as const,
      tokens: ['/account/tokens', member] as const,
      documentation: ['/developers', new TestUser(celeste.address)] as const,
      'documentation of a tag': ['/developers/wallet', new TestUser(celeste.address)] as const,
      list: ['/transcriptions', member] as const,
      search: ['/search?q=reuni', member] as const,
      transcript: [transcript, member] as const,
      wallet: ['/wallet', member] as const,
      'dashboard with meetings': ['/dashboard', subscriber] as const,
      'wallet with meetings': ['/wallet', subscriber] as const,
      meetings: ['/meetings', subscriber] as const,
      calendar: ['/calendar', planner] as const,
      event: [events.own, planner] as const,
      'new event': ['/calendar/new', planner] as const,
      'assistant of the calendar': ['/calendar/assistant', planner] as const,
    }[name]!;
    const parts = (await loadResources(path, as)).filter(({ type }) => COUNTED_TYPES.includes(type));
    const sum = (figure: (part: PageResource) => number) =>
      parts.reduce((total, part) => total + figure(part), 0);
    const bytes = sum((part) => part.bytes);
    const list = parts.map((part) => `${part.path} ${part.bodyBytes}`).join(', ');
    process.stdout.write(
      `${name}: ${bytes} B with headers, ${sum((part) => part.bodyBytes)} B without, of ${INITIAL_WINDOW_BYTES} B (${list})\n`,
    );
    expect(parts.map(({ type }) => type)).toEqual(expect.arrayContaining(['Document', 'Stylesheet']));
    expect(bytes).toBeLessThan(INITIAL_WINDOW_BYTES);
  });

  /** Resources that a browser with an empty cache transfers for a page. */
  async function loadResources(path: string, as: TestUser): Promise<PageResource[]> {
    const page = await openPage(browser(), as === planner ? withGoogle.celeste : celeste, {
      as,
      javaScriptEnabled: false,
    });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const parts = new Map<string, PageResource>();
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      const { protocol, pathname } = new URL(response.url);
      if (protocol === 'data:') return;
      parts.set(requestId, { path: pathname, type, bytes: 0, bodyBytes: -response.encodedDataLength });
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const part = parts.get(requestId);
      if (!part) return;
      part.bytes = encodedDataLength;
      part.bodyBytes += encodedDataLength;
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.context().close();
    return [...parts.values()];
  }
});
