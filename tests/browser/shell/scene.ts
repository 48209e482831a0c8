import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sessionSecret } from '@/app/config/secret.server';
import { serializePlainForm } from '@/app/domain/document/plain-form';
import { normalise } from '@/app/domain/document/rich-text';
import { addDays, dayOf } from '@/app/domain/format/day';
import { EVERY_FORMAT } from '@/tests/factories/rich-document';
import { type Member, signUpAdmin } from '@/tests/http/admin/administrator';
import { addMeetings, type MeetingUser, signUpMeetingUser } from '@/tests/http/meeting/meetings';
import { editable } from '@/tests/http/transcript/editable';
import { longSample, silence } from '@/tests/http/transcription/recordings';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { startFakeGoogle } from '@/tests/support/fake-google';
import type { FakeCalendar } from '@/tests/support/google-calendar/fake-calendar';
import { linkCalendar } from '@/tests/support/linked-calendar';
import { signUp, TestUser } from '@/tests/support/test-user';
import { transcribeSample, waitForStatus } from '@/tests/support/transcriptions';

const LONG_TITLE = 'umnomesemespaçosqueninguémconseguequebraremduaslinhas'.repeat(4);

/** A running instance without a worker, and the users who visit its pages. */
export interface Scene {
  celeste: RunningCeleste;
  /** Their list shows every status. Nothing changes, since no worker runs. */
  owner: TestUser & { email: string };
  administrator: Member;
  subscriber: MeetingUser;
  /** Paths of the subscriber's meetings. */
  meetings: Awaited<ReturnType<typeof addMeetings>>;
  /** Has linked a calendar. */
  planner: MeetingUser;
  calendar: FakeCalendar;
  /** Paths of events in that calendar. */
  events: ReturnType<typeof addEvents>;
  /**
   * Path of the owner's finished transcript. `written` is a document with every format, `unread` one whose
   * warning was not confirmed.
   */
  transcript: string;
  /** Path of the administrator's transcript, which has a second version, and a caption that is too fast. */
  changedTranscript: string;
  editedDocument: string;
  unconfirmedDocument: string;
  /** Stops the instance and removes its data. */
  tearDown: () => Promise<void>;
}

/** Starts an instance with fixtures for everything that its pages can show, without a worker. */
export async function setUpScene(): Promise<Scene> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'celeste-browser-'));
  const google = await startFakeGoogle();
  const working = await startCeleste({ dataDir, secret: sessionSecret });
  const speaker = await signUp(working, 'Ana Beatriz de Souza Albuquerque');
  const transcript = await transcribeSample(speaker);
  await speaker.upload({ name: `${LONG_TITLE}.wav`, bytes: silence(1) });
  await waitForStatus(speaker, 'failed');
  await speaker.upload({ name: 'no meio.wav', bytes: longSample(8) });
  await waitForStatus(speaker, 'processing');
  await working.stop();

  const both = { ...google.env, AUTH_LINKEDIN_ID: 'id', AUTH_LINKEDIN_SECRET: 'secret' };
  const celeste = await startCeleste({ command: 'web', dataDir, env: both });
  const owner = Object.assign(new TestUser(celeste.address), { email: speaker.email });
  await owner.post('/login', { email: owner.email });
  await owner.post('/login/code', { intent: 'verify', code: (await celeste.mailTo(owner.email)).code });
  await owner.upload({ name: 'na fila.wav', bytes: silence(15 * 60) });
  await owner.upload({ name: 'guardada.wav', bytes: silence(15 * 60) });
  await owner.beginUpload({ fileName: 'pela metade.wav' });
  const transcription = transcript.split('/').at(-1)!;
  const create = async () =>
    (await owner.post('/documents/new', { template: 'ata', transcription })).location!.split('?')[0]!;
  const [editedDocument, unconfirmedDocument] = [await create(), await create()];
  await owner.post(editedDocument, { intent: 'warn', understood: 'on' });
  const content = serializePlainForm(normalise(EVERY_FORMAT));
  await owner.post(editedDocument, { intent: 'save', version: '1', changes: '0', title: 'Ata', content });
  // Consumes the toast, which would fade during the checks of every page.
  await owner.get('/transcriptions');
  const administrator = await signUpAdmin(celeste);
  const subscriber = await signUpMeetingUser(celeste);
  const meetings = await addMeetings(celeste, subscriber);
  const planner = await signUpMeetingUser(celeste);
  const calendar = await linkCalendar({ celeste, google }, planner);
  const events = addEvents(calendar);
  const changedTranscript = await editable(celeste, administrator, [
    ['A', 'bom dia'],
    ['B', 'extraordinariamente incompreensivelmente desproporcionadamente'],
    ['A', 'vamos lá'],
  ]);
  await administrator.post(`${changedTranscript}/blocks/1.0`, {
    intent: 'text',
    version: '1',
    content: 'boa tarde',
  });
  const tearDown = async () => {
    await celeste.stop();
    await google.close();
    await rm(dataDir, { recursive: true });
  };
  return {
    celeste,
    owner,
    administrator,
    subscriber,
    meetings,
    planner,
    calendar,
    events,
    transcript,
    changedTranscript,
    editedDocument,
    unconfirmedDocument,
    tearDown,
  };
}

/** Events of all kinds: of five days, by default from tomorrow. @returns the paths of some */
export function addEvents(
  calendar: FakeCalendar,
  { from = addDays(dayOf(new Date(), calendar.timeZone), 1), seriesTitle = LONG_TITLE } = {},
) {
  const at = (time: string) => ({ dateTime: `${from}T${time}:00-03:00`, timeZone: calendar.timeZone });
  const afternoon = { start: at('14:00'), end: at('15:00') };
  const path = ({ id }: { id?: string | null }) => `/calendar/${id}`;
  const meet = (room: string) => ({ hangoutLink: `https://meet.google.com/${room}` });
  const guest = (email: string, responseStatus: string, more = {}) => ({ email, responseStatus, ...more });
  const others = { organizer: { email: 'bia@example.com' } };
  const own = calendar.add({
    ...afternoon,
    ...meet('abc-defg-hij'),
    summary: 'Reunião de pauta com a redação e convidados de fora',
    location: 'Sala 2, https://example.com/mapa',
    description: `Roteiro: https://example.com/${LONG_TITLE}`,
    attendees: [
      guest(calendar.email, 'accepted', { self: true, organizer: true }),
      guest('bia@example.com', 'accepted', { displayName: 'Bia Lopes' }),
      guest(`${LONG_TITLE.slice(0, 60)}@example.com`, 'needsAction'),
    ],
  });
  const invited = calendar.add({
    ...afternoon,
    ...others,
    ...meet('klm-nopq-rst'),
    summary: 'Entrevista',
    attendees: [guest(calendar.email, 'needsAction', { self: true }), guest('bia@example.com', 'accepted')],
  });
  const series = calendar.add({
    ...afternoon,
    ...meet('uvw-xyza-bcd'),
    summary: seriesTitle,
    recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
  });
  const [occurrence] = calendar
    .list({ isSingle: true, showsDeleted: false, types: [] })
    .filter(({ recurringEventId }) => recurringEventId === series.id);
  calendar.add({ summary: 'Congresso', start: { date: from }, end: { date: addDays(from, 3) } });
  calendar.add({ ...afternoon, ...others, attendees: [guest(calendar.email, 'declined', { self: true })] });
  return { own: path(own), invited: path(invited), occurrence: path(occurrence!) };
}

export async function publishAd({ administrator, celeste }: Scene): Promise<void> {
  const body = new FormData();
  const fields = { title: 'Novidade', message: 'Legendas', html: '<p><a href="https://a.example">a</a></p>' };
  const form = { submissionId: crypto.randomUUID(), ...fields, isActive: 'on', asNew: 'on' };
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  const picture = await readFile(
    path.resolve(import.meta.dirname, '../../../public/screenshots/transcript.png'),
  );
  body.append('image', new Blob([picture]), 'a.png');
  await administrator.request('/admin/ad', { method: 'POST', body, headers: { Origin: celeste.address } });
}
