import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPasskeyRow, addRecoveryCodeRow, KNOWN_RECOVERY_CODE } from '@/tests/factories/passkey-row';
import { png } from '@/tests/factories/pictures';
import type { RunningCeleste } from '@/tests/support/celeste';
import type { FakeGoogle } from '@/tests/support/fake-google';
import { startWithGoogle } from '@/tests/support/linked-calendar';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { startVideoServer, type VideoServer } from '@/tests/support/video-server';
import { signUpAdmin, signUpMember } from '../admin/administrator';
import { addWebhook } from '../api/webhooks';
import { eventFields, makeEvent, signUpWithCalendar, versionOf } from '../calendar/calendars';
import { addMeeting, addMeetings, meetingFields, signUpMeetingUser } from '../meeting/meetings';
import { editable, editableDocument } from '../transcript/editable';
import { silence } from '../transcription/recordings';
import { switchVideosOn } from '../transcription/videos';
import { change, readAllData, rows } from './data-dir';
import { textOf } from './page';

type Headers = Record<string, string>;

/** Posts a form as our page would, but with the given headers. */
interface Form {
  post(headers: Headers): Promise<TestResponse>;
  /** The status of a form that this server refuses once it has come from its own page, as it does nothing here. */
  refusal?: number;
}

let celeste: RunningCeleste;
let google: FakeGoogle;
let videos: VideoServer;

beforeAll(async () => {
  videos = await startVideoServer();
  ({ celeste, google } = await startWithGoogle({ YOUTUBE_BASE_URL: videos.url }));
});

// All users share one IP address, which has a rate limit for codes.
beforeEach(() => change(celeste, 'DELETE FROM rate_limits'));

afterAll(async () => {
  await celeste.stop();
  await google.close();
  videos.stop();
});

const form = (by: TestUser, address: string, fields: Record<string, string> = {}): Form => ({
  post: (headers) => {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), ...fields });
    return by.request(address, { method: 'POST', body, headers });
  },
});

/** Anybody may sign up here, so there are no invitations. */
const invitationForm = async (fields: Record<string, string>): Promise<Form> => ({
  ...form(await signUpAdmin(celeste), '/admin/invitations', fields),
  refusal: 409,
});

async function uploadForm(address: string): Promise<Form> {
  const by = await signUp(celeste);
  return {
    post: (headers) => {
      const body = new FormData();
      body.append('submissionId', crypto.randomUUID());
      body.append('file', new Blob([silence(1)]), 'fala.wav');
      return by.request(address, { method: 'POST', body, headers });
    },
  };
}

async function adForm(): Promise<Form> {
  const by = await signUpAdmin(celeste);
  return {
    post: (headers) => {
      const body = new FormData();
      body.append('submissionId', crypto.randomUUID());
      body.append('title', 'Novidade');
      body.append('message', 'Legendas');
      return by.request('/admin/ad', { method: 'POST', body, headers });
    },
  };
}

/** An administrator on the page that starts impersonation. */
async function impersonate() {
  const admin = await signUpAdmin(celeste);
  const { publicId } = await signUpMember(celeste);
  return { admin, begin: form(admin, `/login-admin-as-user/${publicId}/${admin.publicId}`) };
}

/** A visitor with a code that was mailed more than a minute ago, so that it can be resent. */
async function withCode() {
  const by = new TestUser(celeste.address);
  const email = `${crypto.randomUUID()}@example.com`;
  await by.post('/signup', { name: 'Ana', email, terms: 'on' });
  await change(celeste, `UPDATE login_challenges SET created_at = '2020-01-01 00:00:00.000 +00:00'`);
  return { by, ...(await celeste.mailTo(email)) };
}

/** A user with an open checkout. */
async function atCheckout(ordered: Record<string, string>) {
  const by = await signUp(celeste);
  const { location } = await by.post('/wallet', ordered);
  return { by, checkout: location! };
}

async function onTranscript(address: string, fields: Record<string, string> = {}): Promise<Form> {
  const by = await signUp(celeste);
  const page = await editable(celeste, by);
  // The page of a refused form is read, which is recorded once a minute.
  await by.get(page);
  return form(by, page + address, fields);
}

async function onSelection(page: string, fields: Record<string, string> = {}) {
  const by = await signUp(celeste);
  const transcript = await editable(celeste, by);
  const selected = transcript.split('/')[2]!;
  return { by, transcript, ...form(by, `/transcriptions/selection/${page}`, { selected, ...fields }) };
}

/** Writes a word that is not saved. */
async function draftAWord(by: TestUser, transcript: string): Promise<void> {
  const blocks = [{ id: crypto.randomUUID(), speaker: 'A', text: 'boa noite' }];
  const change = { id: crypto.randomUUID(), change: { kind: 'replace', ids: ['1.0'], blocks } };
  const headers = { 'Content-Type': 'application/json', Origin: celeste.address };
  const body = JSON.stringify({ version: 1, lastChangeId: null, changes: [change] });
  await by.request(`${transcript}/draft`, { method: 'POST', headers, body });
}

/** 'bom dia' resembles a term of the glossary. */
async function onSuggestion(): Promise<Form> {
  const by = await signUp(celeste);
  const own = await editable(celeste, by);
  await by.post('/account/glossary', { terms: 'Bondia' });
  const suggestion = { version: '1', block: '1.0', from: '0', count: '2', term: 'Bondia' };
  return form(by, `${own}/glossary`, suggestion);
}

async function onSummary(fields: Record<string, string>): Promise<Form> {
  const by = await signUp(celeste);
  const own = await editable(celeste, by);
  await change(
    celeste,
    `INSERT INTO summaries (transcription_id, summary, sentences, version, created_at, updated_at)
     SELECT id, 'Um resumo.', '[]', 1, created_at, created_at FROM transcriptions ORDER BY id DESC LIMIT 1`,
  );
  return form(by, `${own}/summary`, { version: '1', ...fields });
}

async function onMeeting(
  state: 'scheduled' | 'failed' | 'running',
  fields: Record<string, string>,
): Promise<Form> {
  const by = await signUpMeetingUser(celeste);
  return form(by, (await addMeetings(celeste, by))[state], fields);
}

/** A form on the page of an event, or a page below it. */
async function onEvent(below: string, fields: Record<string, string> = {}): Promise<Form> {
  const by = await signUpWithCalendar({ celeste, google });
  const path = await makeEvent(by);
  return form(by, path + below, { version: await versionOf(by, `${path}/edit`), ...fields });
}

async function onLink(): Promise<Form> {
  const by = await signUp(celeste);
  const own = await editable(celeste, by);
  await by.post(`${own}/share`, { intent: 'create', days: '7' });
  const { body } = await by.get(`${own}/share`);
  const share = / name="share" value="([^"]*)"/.exec(body)![1]!;
  return form(by, `${own}/share`, { intent: 'revoke', share });
}

/** A form on the page of the user's own document, or a page below it. */
async function onDocument(below: string, fields: Record<string, string> = {}): Promise<Form> {
  const by = await signUp(celeste);
  return form(by, (await editableDocument(by, { title: 'Ata' })) + below, fields);
}

/** A form of a transcription's card, in a state in which it has an effect. */
async function onCard(intent: string, state: string): Promise<Form> {
  const by = await signUp(celeste);
  const crypto = (await editable(celeste, by)).split('/').pop()!;
  await change(celeste, `UPDATE transcriptions SET ${state} WHERE public_id = '${crypto}'`);
  await change(celeste, `UPDATE jobs SET status = 'done'`);
  return form(by, '/transcriptions', { intent, crypto });
}

const personal = { intent: 'next', userType: 'personal' };

const newcomer = () => signUp(celeste, 'Ana', { isWelcomed: false });

/** A user at the final screen of the questionnaire. */
async function allAnswered(): Promise<TestUser> {
  const by = await newcomer();
  const answers = { userType: 'personal', sector: 'Saúde', frequency: 'Mensalmente', goal: 'conteúdo' };
  for (const [question, answer] of Object.entries(answers)) {
    await by.post(`/onboarding?step=${question}`, { intent: 'next', [question]: answer });
  }
  return by;
}

async function pictureForm(): Promise<Form> {
  const by = await signUp(celeste);
  return {
    post: (headers) => {
      const body = new FormData();
      body.append('submissionId', crypto.randomUUID());
      body.append('file', new Blob([png(9, 9)]), 'eu.png');
      return by.request('/account', { method: 'POST', body, headers });
    },
  };
}

/** A user who requested a code on an account page, more than a minute ago. */
async function withAccountCode(page: string, fields: Record<string, string> = {}) {
  const by = await signUp(celeste);
  await by.post(page, fields);
  await change(celeste, `UPDATE login_challenges SET created_at = '2020-01-01 00:00:00.000 +00:00'`);
  return { by, ...(await celeste.mailTo(by.email)) };
}

const newAddress = () => ({ email: `${crypto.randomUUID()}@example.com` });

async function passkeyForm(intent: string, fields: Record<string, string> = {}): Promise<Form> {
  const by = await signUp(celeste);
  const passkey = await addPasskeyRow(celeste, by.email);
  return form(by, '/account/passkeys', { intent, passkey, ...fields });
}

async function sessionForm(): Promise<Form> {
  const by = await signUp(celeste);
  const other = new TestUser(celeste.address);
  await other.post('/login', { email: by.email });
  await other.post('/login/code', { intent: 'verify', code: (await celeste.mailTo(by.email)).code });
  const { body } = await by.get('/account/sessions');
  const session = / name="session" value="([^"]*)"/.exec(body)![1]!;
  return form(by, '/account/sessions', { intent: 'end', session });
}

/** For each route with an action, its forms, each of which has an effect when same-origin. */
const FORMS: Record<string, Record<string, () => Promise<Form>>> = {
  'account/login.tsx': {
    'asking for a code': async () =>
      form(new TestUser(celeste.address), '/login', { email: 'ana@example.com' }),
  },
  'account/signup.tsx': {
    'signing up': async () =>
      form(new TestUser(celeste.address), '/signup', { name: 'Rui', email: 'rui@example.com', terms: 'on' }),
  },
  'account/login-code.tsx': {
    'the right code': async () => {
      const { by, code } = await withCode();
      return form(by, '/login/code', { intent: 'verify', code });
    },
    'another code': async () => form((await withCode()).by, '/login/code', { intent: 'resend' }),
  },
  'account/validation.tsx': {
    'the mailed link': async () => form(new TestUser(celeste.address), (await withCode()).linkPath),
  },
  'library/transcriptions.tsx': {
    'an upload': () => uploadForm('/transcriptions'),
    'the sample': async () => form(await signUp(celeste), '/transcriptions', { intent: 'sample' }),
    'a favourite': () => onCard('favourite', 'is_favourite = 0'),
    'what was a favourite': () => onCard('unfavourite', 'is_favourite = 1'),
    'sending again': () => onCard('resend', "status = 'failed'"),
  },
  'upload/share-target.tsx': {
    'an upload': () => uploadForm('/share-target'),
  },
  'upload/import.tsx': {
    import: async () => {
      const by = await signUp(celeste);
      return {
        post: (headers) => {
          const body = new FormData();
          body.append('submissionId', crypto.randomUUID());
          body.append('transcript', new Blob(['[00:00:01] Ana: bom dia']), 'fala.txt');
          return by.request('/transcriptions/import', { method: 'POST', body, headers });
        },
      };
    },
  },
  'transcription/youtube.tsx': {
    'a video': async () => {
      await switchVideosOn(celeste);
      videos.videos.set('abc-EFG_123', { title: 'Ata', seconds: 3, sound: silence(3) });
      const fields = { intent: 'transcribe', video: 'abc-EFG_123', rights: 'on' };
      return form(await signUp(celeste), '/transcriptions/youtube', fields);
    },
  },
  'document/new.tsx': {
    'a new document': async () => form(await signUp(celeste), '/documents/new', { title: 'Ata' }),
  },
  'document/document.tsx': {
    'a text': () =>
      onDocument('', { intent: 'save', version: '1', changes: '0', title: 'Ata', content: 'Bom dia.' }),
    'a link': async () => {
      const by = await signUp(celeste);
      const transcription = (await editable(celeste, by)).split('/').pop()!;
      return form(by, await editableDocument(by, { title: 'Ata' }), { intent: 'link', transcription });
    },
  },
  'document/download.tsx': {
    'a file of a document that saves first': () =>
      onDocument('/download', { format: 'txt', saved_version: '1', unsaved: 'save' }),
  },
  'document/versions.tsx': {
    'an earlier version of a document': async () => {
      const by = await signUp(celeste);
      const document = await editableDocument(by, { title: 'Ata' });
      await by.post(document, { intent: 'save', version: '1', changes: '0', title: 'Ata', content: 'Dois' });
      return form(by, `${document}/versions`, { intent: 'restore', version: '1' });
    },
  },
  'document/delete.tsx': { 'deleting a document': () => onDocument('/delete') },
  'billing/wallet.tsx': {
    hours: async () =>
      form(await signUp(celeste), '/wallet', { intent: 'hours', productId: 'celeste_hour', quantity: '2' }),
    'a plan': async () =>
      form(await signUp(celeste), '/wallet', { intent: 'subscription', priceId: 'celeste_light_monthly' }),
  },
  'billing/test-checkout.tsx': {
    'paying in test mode': async () => {
      const { by, checkout } = await atCheckout({
        intent: 'hours',
        productId: 'celeste_hour',
        quantity: '1',
      });
      return form(by, checkout, { intent: 'pay' });
    },
  },
  'billing/test-portal.tsx': {
    'ending a plan in test mode': async () => {
      const { by, checkout } = await atCheckout({ intent: 'subscription', priceId: 'celeste_light_monthly' });
      await by.post(checkout, { intent: 'pay' });
      return form(by, '/test-checkout', { intent: 'end', order: checkout.split('/').pop()! });
    },
  },
  'transcription/delete.tsx': {
    deleting: () => onTranscript('/delete'),
  },
  'library/glossary-suggestions.tsx': {
    'a suggestion': onSuggestion,
  },
  'library/selection-delete.tsx': { 'deleting several': () => onSelection('delete') },
  'library/selection-download.tsx': {
    'saving several': async () => {
      const selection = await onSelection('download', { format: 'txt' });
      await draftAWord(selection.by, selection.transcript);
      return selection;
    },
  },
  'library/selection-tags.tsx': { 'a tag for several': () => onSelection('tags', { tag: 'rádio' }) },
  'library/tags.tsx': {
    'a tag': () => onTranscript('/tags', { intent: 'add', tag: 'rádio' }),
    'taking a tag off': () => onTranscript('/tags', { intent: 'remove', tag: 'rádio' }),
  },
  'shell/dashboard.tsx': {
    'an upload': () => uploadForm('/dashboard'),
    'the sample': async () => form(await signUp(celeste), '/dashboard', { intent: 'sample' }),
  },
  'transcript/transcript.tsx': {
    'a title': () => onTranscript('', { intent: 'title', transcription_name: 'Pauta' }),
    'saving a draft': () => onTranscript('', { intent: 'save', version: '1' }),
    'forgetting a draft': () => onTranscript('', { intent: 'discard', version: '1' }),
  },
  'transcript/utterance.tsx': {
    'a text': () => onTranscript('/blocks/1.0', { intent: 'text', version: '1', content: 'oi' }),
    'a mark': () => onTranscript('/blocks/1.0', { intent: 'mark', version: '1', word: '0', mark: 'red' }),
  },
  'transcript/speaker.tsx': {
    'a name': () =>
      onTranscript('/speaker?block=1.0', {
        intent: 'all',
        version: '1',
        old_speaker: 'A',
        new_speaker: 'Ana',
      }),
  },
  'transcript/people.tsx': {
    names: () =>
      onTranscript('/people', { intent: 'names', version: '1', old_speaker: 'A', new_speaker: 'Ana' }),
    'a split': () =>
      onTranscript('/people', { intent: 'split', version: '1', old_speaker: 'A', block: '1.0' }),
    'a name that a voice suggests': () =>
      onTranscript('/people', { intent: 'accept', version: '1', old_speaker: 'A', new_speaker: 'Ana' }),
    'a suggestion refused': () => onTranscript('/people', { intent: 'refuse', old_speaker: 'A' }),
  },
  'transcript/degravacao.tsx': {
    'a record': () => onTranscript('/degravacao', { intent: 'save', version: '0', court: '1ª Vara' }),
    'a download that saves first': () =>
      onTranscript('/degravacao', {
        intent: 'pdf',
        version: '0',
        saved_version: '1',
        unsaved: 'save',
      }),
  },
  'transcript/align.tsx': {
    'an alignment': () => onTranscript('/align'),
  },
  'transcript/speakers.tsx': {
    'people again': () => onTranscript('/speakers', { speakers: '2' }),
  },
  'sharing/share.tsx': {
    'a link': () => onTranscript('/share', { intent: 'create', days: '7' }),
    'the end of a link': onLink,
  },
  'transcript/summary.tsx': {
    'a summary': () => onSummary({ intent: 'make' }),
    'a rewritten summary': () => onSummary({ intent: 'edit', summaryCopy: 'meu' }),
    'the end of a summary': () => onSummary({ intent: 'delete' }),
  },
  'transcript/download.tsx': {
    'a download that saves first': () =>
      onTranscript('/download', { format: 'txt', saved_version: '1', unsaved: 'save' }),
  },
  'transcript/versions.tsx': {
    'an earlier version': () => onTranscript('/versions', { intent: 'restore', version: '1' }),
    'the name of a version': () => onTranscript('/versions', { intent: 'name', version: '1', name: 'meu' }),
  },
  'calendar/assistant.tsx': {
    'the assistant of a calendar': async () => {
      const by = await signUpWithCalendar({ celeste, google });
      return form(by, '/calendar/assistant', { intent: 'all', sends_to_all: 'on' });
    },
  },
  'meeting/meetings.tsx': {
    'a meeting': async () => form(await signUpMeetingUser(celeste), '/meetings', meetingFields()),
  },
  'meeting/settings.tsx': {
    'settings of the assistant': async () =>
      form(await signUpMeetingUser(celeste), '/meetings/settings', { bot_name: 'Ata', max_wait_time: '30' }),
  },
  'meeting/terms.tsx': {
    'terms of the assistant': async () =>
      form(await signUpMeetingUser(celeste, { hasTerms: false }), '/meetings/terms', { terms: 'on' }),
  },
  'meeting/meeting.tsx': {
    'an assistant sent now': () => onMeeting('scheduled', { intent: 'now' }),
    'an assistant sent again': () => onMeeting('failed', { intent: 'again' }),
    'an assistant stopped': () => onMeeting('running', { intent: 'stop' }),
    'a longer visit': () => onMeeting('running', { intent: 'extend' }),
  },
  'meeting/edit.tsx': {
    'another name of a meeting': async () => {
      const by = await signUpMeetingUser(celeste);
      const path = `${await addMeeting(celeste, by)}/edit`;
      const changed_at = / name="changed_at" value="(\d+)"/.exec((await by.get(path)).body)![1]!;
      return form(by, path, { ...meetingFields({}, 60), changed_at });
    },
  },
  'calendar/unlink.tsx': {
    'a calendar unlinked': async () => {
      const by = await signUpMeetingUser(celeste);
      await change(
        celeste,
        `INSERT INTO calendar_links (user_id, sealed_tokens, name, sends_to_all, created_at, updated_at)
         SELECT id, 'x', 'ana', 0, created_at, created_at FROM users WHERE email = '${by.email}'`,
      );
      return form(by, '/calendar/unlink');
    },
  },
  'meeting/cancel.tsx': {
    'a meeting cancelled': async () => {
      const by = await signUpMeetingUser(celeste);
      return form(by, `${await addMeeting(celeste, by)}/cancel`);
    },
  },
  'calendar/new.tsx': {
    'a new event': async () =>
      form(await signUpWithCalendar({ celeste, google }), '/calendar/new', eventFields()),
  },
  'calendar/event.tsx': { 'a meeting for an event': () => onEvent('', { intent: 'add-meet' }) },
  'calendar/edit.tsx': {
    'another title of an event': () => onEvent('/edit', eventFields({ summary: 'Outra' })),
  },
  'calendar/delete.tsx': { 'deleting an event': () => onEvent('/delete', { acknowledge: 'on' }) },
  'onboarding/onboarding.tsx': {
    'an answer': async () => form(await newcomer(), '/onboarding?step=userType', personal),
    'the end': async () => form(await allAnswered(), '/onboarding?step=end'),
  },
  'support/support.tsx': {
    'a question': async () =>
      form(new TestUser(celeste.address), '/support', {
        name: 'Ana',
        email: 'ana@example.com',
        question: 'Como edito?',
      }),
    'a question of a member': async () =>
      form(await signUp(celeste), '/support', { question: 'Como edito?' }),
  },
  'upload/discard.ts': {
    'giving up an upload': async () => {
      const by = await signUp(celeste);
      const { address } = JSON.parse((await by.beginUpload({})).body) as { address: string };
      return form(by, `${address}/discard`);
    },
  },
  'account/profile.tsx': {
    'a profile': async () =>
      form(await signUp(celeste), '/account', { intent: 'profile', name: 'Eva', lang: 'en' }),
    'a picture': pictureForm,
    'removing the picture': async () => form(await signUp(celeste), '/account', { intent: 'remove-picture' }),
  },
  'account/player.tsx': {
    'settings of the player': async () =>
      form(await signUp(celeste), '/account/player', { intent: 'save', rewind_seconds: '2' }),
    'the default settings of the player': async () => {
      const by = await signUp(celeste);
      await by.post('/account/player', { intent: 'save', rewind_seconds: '2' });
      return form(by, '/account/player', { intent: 'reset' });
    },
  },
  'account/data.tsx': {
    'consent to remembered voices': async () =>
      form(await signUp(celeste), '/account/data', { intent: 'voices', consent: 'on' }),
    'consent revoked': async () => {
      const by = await signUp(celeste);
      await by.post('/account/data', { intent: 'voices', consent: 'on' });
      return form(by, '/account/data', { intent: 'forget-voices' });
    },
  },
  'account/email.tsx': {
    'another e-mail': async () => form(await signUp(celeste), '/account/email', newAddress()),
  },
  'account/email-code.tsx': {
    'the code of another e-mail': async () => {
      const { by, code } = await withAccountCode('/account/email', newAddress());
      return form(by, '/account/email/code', { intent: 'verify', code });
    },
    'the code of the new address': async () => {
      const { email } = newAddress();
      const { by, code } = await withAccountCode('/account/email', { email });
      await by.post('/account/email/code', { intent: 'verify', code });
      const { code: last } = await celeste.mailTo(email);
      return form(by, '/account/email/code', { intent: 'verify', code: last });
    },
    'another code for another e-mail': async () => {
      const { by } = await withAccountCode('/account/email', newAddress());
      return form(by, '/account/email/code', { intent: 'resend' });
    },
  },
  'library/glossary.tsx': {
    'a glossary': async () => form(await signUp(celeste), '/account/glossary', { terms: 'Celeste' }),
  },
  'account/passkeys.tsx': {
    'asking to add a passkey': async () =>
      form(await signUp(celeste), '/account/passkeys', { intent: 'add' }),
    'renaming a passkey': () => passkeyForm('rename', { name: 'Outro' }),
    'asking for recovery codes': () => passkeyForm('recovery'),
    'asking to remove a passkey': () => passkeyForm('remove'),
  },
  'account/tokens.tsx': {
    'a new token': async () =>
      form(await signUp(celeste), '/account/tokens', { intent: 'create', name: 'Robô', scopes: 'read' }),
    'revoking a token': async () => {
      const by = await signUp(celeste);
      await by.post('/account/tokens', { intent: 'create', name: 'Robô', scopes: 'read' });
      const token = / name="token" value="([^"]+)"/.exec((await by.get('/account/tokens')).body)![1]!;
      return form(by, '/account/tokens', { intent: 'revoke', token });
    },
  },
  'account/webhooks.tsx': {
    'a new webhook': async () =>
      form(await signUp(celeste), '/account/webhooks', {
        ...{ intent: 'create', url: 'https://example.com/hook', events: 'document.created' },
      }),
  },
  'account/webhook.tsx': Object.fromEntries(
    ['test', 'disable', 'rotate', 'remove'].map((intent) => [
      `${intent} of a webhook`,
      async () => {
        const by = await signUp(celeste);
        return form(by, await addWebhook(by), { intent });
      },
    ]),
  ),
  'account/login-recovery.tsx': {
    'a recovery code': async () => {
      const by = new TestUser(celeste.address);
      const { email } = await signUp(celeste);
      await addRecoveryCodeRow(celeste, email);
      return form(by, '/login/recovery', { email, code: KNOWN_RECOVERY_CODE });
    },
  },
  'account/passkeys-code.tsx': {
    'the code of new recovery codes': async () => {
      const by = await signUp(celeste);
      await addPasskeyRow(celeste, by.email);
      await by.post('/account/passkeys', { intent: 'recovery' });
      const { code } = await celeste.mailTo(by.email);
      return form(by, '/account/passkeys/code?recovery=on', { intent: 'verify', code });
    },
    'the code of adding a passkey': async () => {
      const { by, code } = await withAccountCode('/account/passkeys', { intent: 'add' });
      return form(by, '/account/passkeys/code', { intent: 'verify', code });
    },
    'another code for adding a passkey': async () => {
      const { by } = await withAccountCode('/account/passkeys', { intent: 'add' });
      return form(by, '/account/passkeys/code', { intent: 'resend' });
    },
  },
  'account/sessions.tsx': {
    'ending a session': sessionForm,
    'ending all other sessions': async () =>
      form(await signUp(celeste), '/account/sessions', { intent: 'end-others' }),
  },
  'account/sessions-code.tsx': {
    'the code of ending all other sessions': async () => {
      const { by, code } = await withAccountCode('/account/sessions', { intent: 'end-others' });
      return form(by, '/account/sessions/code', { intent: 'verify', code });
    },
    'another code for ending sessions': async () => {
      const { by } = await withAccountCode('/account/sessions', { intent: 'end-others' });
      return form(by, '/account/sessions/code', { intent: 'resend' });
    },
  },
  'account/delete.tsx': {
    'asking to delete the account': async () => form(await signUp(celeste), '/account/delete'),
  },
  'account/delete-code.tsx': {
    'deleting the account': async () => {
      const { by, code } = await withAccountCode('/account/delete');
      return form(by, '/account/delete/code', { intent: 'verify', code });
    },
    'another code for deleting the account': async () =>
      form((await withAccountCode('/account/delete')).by, '/account/delete/code', { intent: 'resend' }),
  },
  'admin/user.tsx': {
    'giving minutes': async () => {
      const { publicId } = await signUpMember(celeste);
      return form(await signUpAdmin(celeste), `/admin/users/${publicId}`, { minutes: '5', reason: 'a' });
    },
  },
  'admin/features.tsx': {
    'a feature': async () =>
      form(await signUpAdmin(celeste), '/admin/features', { intent: 'feature', name: 'celeste-youtube' }),
    maintenance: async () =>
      form(await signUpAdmin(celeste), '/admin/features', { intent: 'maintenance', state: 'off' }),
  },
  'admin/ad.tsx': { 'the advertisement': adForm },
  'admin/invitations.tsx': {
    'an invitation': () => invitationForm({ intent: 'invite', email: 'rui@example.com' }),
    'the end of an invitation': () => invitationForm({ intent: 'revoke', invitation: 'x' }),
  },
  'admin/jobs.tsx': {
    'trying a job again': async () => {
      const at = '2026-01-01 00:00:00.000 +00:00';
      await change(
        celeste,
        `INSERT INTO jobs (id, name, payload, status, run_at, created_at, updated_at)
         VALUES (900, 'sweep', '{}', 'dead', '${at}', '${at}', '${at}')`,
      );
      return form(await signUpAdmin(celeste), '/admin/jobs', { jobId: '900' });
    },
  },
  'admin/impersonate.tsx': {
    impersonation: async () => (await impersonate()).begin,
  },
  'admin/stop-impersonating.ts': {
    'being oneself again': async () => {
      const { admin, begin } = await impersonate();
      await begin.post({ Origin: celeste.address });
      return form(admin, '/stop-acting');
    },
  },
  'admin/ad-dismiss.ts': {
    'closing an advertisement': async () => {
      const { post } = await adForm();
      await post({ Origin: celeste.address });
      const [ad] = await rows(celeste, 'SELECT public_id FROM ads ORDER BY id DESC');
      return form(await signUp(celeste), `/ads/${ad!.public_id}/dismiss`);
    },
  },
  'account/oauth-start.ts': {
    'going to Google': async () => form(new TestUser(celeste.address), '/auth/google'),
  },
  'account/logout.ts': { 'logging out': async () => form(await signUp(celeste), '/logout') },
  'account/language.ts': {
    'another language': async () => form(new TestUser(celeste.address), '/language', { lang: 'en' }),
  },
};

const ALL_FORMS = Object.values(FORMS).flatMap((forms) => Object.values(forms));

const ROUTES = path.resolve(import.meta.dirname, '../../../app/routes');
const EXPORTS_ACTION = /export\s+((const|let|var|(async\s+)?function)\s+action\b|\{[^}]*\baction\b[^}]*\})/;

/**
 * Forms that take what a device signed, endpoints of islands and webhooks, and the API, which reads no cookies; their CSRF
 * checks are tested with the rest of what they do.
 */
const OTHERS = [
  'account/login-passkey.tsx',
  'account/new-passkey.tsx',
  'api/api.ts',
  'calendar/time.ts',
  'document/draft.ts',
  'transcript/draft.ts',
  'transcript/position.ts',
  'upload/dictations.ts',
  'upload/dictation.ts',
  'upload/uploads.ts',
  'upload/upload.ts',
  'upload/session.ts',
  'transcription/speech-webhook.ts',
  'billing/stripe-webhook.ts',
];

it('covers the forms of every action', () => {
  const modules = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' });
  const withAction = modules.filter(
    (module) =>
      /\.tsx?$/.test(module) && EXPORTS_ACTION.test(readFileSync(path.join(ROUTES, module), 'utf8')),
  );
  expect([...Object.keys(FORMS), ...OTHERS].sort()).toEqual(withAction.sort());
});

describe.each(Object.entries(FORMS))('%s', (_module, forms) => {
  it.each(Object.entries(forms))('accepts %s only same-origin', async (_name, make) => {
    const { post, refusal } = await make();
    const address = new URL(celeste.address);
    const before = await readAllData(celeste);
    const disguised: Headers[] = [
      { Origin: 'null' },
      { Origin: `https://${address.host}` },
      { Origin: `http://${address.hostname}` },
      { Origin: `${celeste.address}.evil.example` },
      { Origin: 'https://evil.example', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      { Referer: `${celeste.address}/login` },
    ];
    // All forms have the same check: each shows that it has it, and the disguises take turns.
    const disguise = disguised[ALL_FORMS.indexOf(make) % disguised.length]!;
    for (const headers of [{}, { Origin: 'https://evil.example' }, disguise]) {
      const answer = await post(headers);
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(answer.headers.getSetCookie().join()).not.toMatch(/(session|challenge|identity|lang)=/);
    }
    expect(await readAllData(celeste)).toEqual(before);

    const ours = await post({ Origin: celeste.address });
    if (refusal) return expect(ours.status).toBe(refusal);
    // What is shown once is shown by the answer itself, since no address or cookie may hold it.
    expect(ours.status).toBe(/id="(recovery-codes|new-token)"/.test(ours.body) ? 200 : 303);
    const effect = { cookies: ours.headers.getSetCookie(), kept: await readAllData(celeste) };
    expect(effect).not.toEqual({ cookies: [], kept: before });
  });
});

it('a rejected form shows the error on its own page', async () => {
  const { post } = await FORMS['account/login.tsx']!['asking for a code']!();
  const answer = await post({ Origin: 'https://evil.example' });
  expect(textOf(answer.body)).toContain('O pedido veio de outro site e nada foi alterado.');
});

it.each([
  ['PUT', '/transcriptions'],
  ['PATCH', '/transcriptions'],
  ['DELETE', '/transcriptions'],
  ['POST', '/transcriptions.data'],
])('%s %s has the CSRF check', async (method, address) => {
  const person = await signUp(celeste);
  const send = (origin: string) => {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), intent: 'sample' });
    return person.request(address, { method, body, headers: { Origin: origin } });
  };
  const before = await readAllData(celeste);
  await send('https://evil.example');
  expect(await readAllData(celeste)).toEqual(before);
  await send(celeste.address);
  expect(await readAllData(celeste)).not.toEqual(before);
});
