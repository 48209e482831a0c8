import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { addPasskeyRow } from '@/tests/factories/passkey-row';
import { addWebhook } from '@/tests/http/api/webhooks';
import { change } from '@/tests/http/platform/data-dir';
import { TestUser } from '@/tests/support/test-user';
import type { Scene } from './scene';

const PROGRAM = { name: 'a.exe', mimeType: 'x/y', buffer: Buffer.from('MZ') };

/** Navigates to a page and brings it into the state to be checked. */
export type Visit = (page: Page, scene: Scene) => Promise<unknown>;

/** Opens an entry of the transcript's options menu in its dialog. */
async function openOption(page: Page, href: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('[popovertarget="options"]').click();
  await page.locator(`#options a[href="${href}"]`).click();
  await page.locator('dialog[open] h1').waitFor();
}

/** Pages for visitors without a session. */
const PUBLIC_PAGES: Record<string, Visit> = {
  login: (page) => page.goto('/login'),
  'login with a recovery code': (page) => page.goto('/login/recovery'),
  'login with a passkey': (page) => page.goto('/login/passkey'),
  'login after leaving': (page) => page.goto('/login?left=google'),
  'login with a mistake': async (page) => {
    await page.goto('/login');
    await page.getByLabel('E-mail').or(page.getByLabel('Email')).press('Enter');
    await page.locator('#email-error').waitFor();
  },
  'sign-up': (page) => page.goto('/signup'),
  'sign-up with mistakes': async (page) => {
    // With scripts, the form is posted only once it is valid.
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/signup');
    await page.locator('#name').press('Enter');
    await page.locator('#terms-error').waitFor();
  },
  code: async (page) => {
    await page.goto('/login');
    await page.locator('#email').fill(`${crypto.randomUUID()}@example.com`);
    await page.locator('#email').press('Enter');
    await page.locator('#code').waitFor();
  },
  terms: (page) => page.goto('/terms'),
  privacy: (page) => page.goto('/privacy'),
  'documentation of the API': (page) => page.goto('/developers'),
  'operations of the API': async (page) => {
    await page.goto('/developers/wallet');
    await page.locator('main summary').first().click();
  },
  recipes: async (page) => {
    await page.goto('/developers/recipes');
    await page.locator('main summary').first().click();
  },
  support: async (page) => {
    await page.goto('/support');
    await page.locator('[role="log"] p').first().waitFor();
  },
  'support, over another page': async (page) => {
    await page.goto('/terms');
    await page.waitForLoadState('networkidle');
    await page.locator('main a[href="/support"]').click();
    await page.locator('dialog [role="log"] p').first().waitFor();
  },
  'support with mistakes': async (page) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/support');
    await page.locator('main button[type="submit"]').click();
    await page.locator('#email-error').waitFor();
  },
  'support, as a form': (page) => page.goto('/support'),
  'support, thanks': (page) => page.goto('/support?sent'),
  'mailed link': (page) => page.goto('/validation/a/b'),
};

async function openEditor(page: Page, { transcript }: Scene): Promise<void> {
  await page.goto(`${transcript}?edit=1`);
  await page.locator('p[contenteditable]').waitFor();
  await page.locator('p[contenteditable]').click();
}

/**
 * Causes an edit conflict: the page changes text and marks that another page of the same user has changed.
 */
export async function openConflict(page: Page, scene: Scene): Promise<void> {
  const { celeste, transcript, owner } = scene;
  await openEditor(page, scene);
  const { version, blocks } = JSON.parse((await owner.get(`${transcript}/draft`)).body) as {
    version: number;
    blocks: EditableUtterance[];
  };
  const { id, speaker, text } = blocks[0]!;
  const marks = [
    { from: 0, count: 2, highlight: 'yellow' },
    { from: 2, count: 1, struck: true },
  ];
  const other = { id: crypto.randomUUID(), speaker, text: `${text} mesmo`, marks };
  const body = JSON.stringify({
    version,
    lastChangeId: null,
    changes: [{ id: crypto.randomUUID(), change: { kind: 'replace', ids: [id], blocks: [other] } }],
  });
  const headers = { Origin: celeste.address, 'Content-Type': 'application/json' };
  await owner.request(`${transcript}/draft`, { method: 'POST', body, headers });
  await page.locator('article section > p').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('então');
  await page.locator('dialog[open] [data-theirs] mark').first().waitFor();
}

/** Creates the summary when there is none yet, and unfolds its form. */
async function openSummary(page: Page, { transcript }: Scene): Promise<void> {
  await page.goto(`${transcript}/summary`);
  const make = page.locator('main form [value="make"] ~ button');
  if (await make.count()) await make.click();
  await page.locator('#summary-lines').waitFor();
  await page.locator('main details summary').click();
}

const selectionOf = (transcript: string, page: string) =>
  `/transcriptions/selection/${page}?selected=${transcript.split('/')[2]}`;

const MEMBER_PAGES: Record<string, Visit> = {
  documents: (page) => page.goto('/documents'),
  'documents, nothing found': (page) => page.goto('/documents?q=inexistente'),
  'templates of documents': (page) => page.goto('/documents/models'),
  'versions of a document': (page, { editedDocument }) => page.goto(`${editedDocument}/versions`),
  'an earlier version of a document': (page, { editedDocument }) =>
    page.goto(`${editedDocument}/versions?read=1`),
  'two versions of a document': (page, { editedDocument }) =>
    page.goto(`${editedDocument}/versions?compare=1`),
  'a new document': (page) => page.goto('/documents/new?template=ata'),
  'a document': async (page, { editedDocument }) => {
    await page.goto(editedDocument);
    await page.locator('.ql-editor, details:has(textarea) summary').first().waitFor();
    await page.waitForLoadState('networkidle');
  },
  'a document, its warning': (page, { unconfirmedDocument }) => page.goto(unconfirmedDocument),
  'a document, downloading': (page, { editedDocument }) => page.goto(`${editedDocument}/download`),
  'a document, deleting': (page, { editedDocument }) => page.goto(`${editedDocument}/delete`),
  profile: (page) => page.goto('/account'),
  'profile with a mistake': async (page) => {
    await page.goto('/account');
    await page.locator('#name').fill(' ');
    await page.locator('#name').press('Enter');
    await page.locator('#name-error').waitFor();
  },
  'profile with a refused picture': async (page) => {
    await page.goto('/account');
    await page.locator('#file').setInputFiles({ name: 'a.png', mimeType: 'x/y', buffer: Buffer.from('MZ') });
    await page.locator('form[enctype] button').click();
    await page.locator('#file-error').waitFor();
  },
  webhooks: (page) => page.goto('/account/webhooks'),
  'webhooks, with mistakes': async (page) => {
    await page.goto('/account/webhooks');
    await page.locator('#url').fill('ftp://example.com');
    await page.locator('main form:has(#url) button').click();
    await page.locator('#url-error').waitFor();
  },
  'a webhook with its messages': async (page, { owner }) => {
    const path = await addWebhook(owner);
    await owner.post(path, { intent: 'test' });
    await page.goto(path);
    await page.locator('main summary').first().click();
  },
  'the secret of a webhook': async (page) => {
    await page.goto('/account/webhooks');
    await page.locator('#url').fill('https://example.com/hook');
    await page.locator('main form:has(#url) button').click();
    await page.locator('#new-token').waitFor({ state: 'attached' });
  },
  'tokens of the API': async (page, { owner }) => {
    await owner.post('/account/tokens', { intent: 'create', name: 'Robô', scopes: 'read' });
    await page.goto('/account/tokens');
    await page.locator('main li summary').first().click();
  },
  'a new token of the API': async (page) => {
    await page.goto('/account/tokens');
    await page.locator('#name').fill('Robô');
    await page.locator('main form:has(#name) button').click();
    await page.locator('#new-token').waitFor({ state: 'attached' });
  },
  'a new token of the API, with mistakes': async (page) => {
    await page.goto('/account/tokens');
    await page.locator('#scope-read').uncheck();
    await page.locator('main form:has(#name) button').click();
    await page.locator('#scopes-error').waitFor();
  },
  passkeys: async (page, { celeste, owner }) => {
    await addPasskeyRow(celeste, owner.email);
    await page.goto('/account/passkeys');
    await page.locator('button[name=passkey]').first().waitFor();
  },
  'the code for removing a passkey': async (page, { celeste, owner }) => {
    await addPasskeyRow(celeste, owner.email);
    await page.goto('/account/passkeys');
    await page.locator('button[name=passkey]').first().click();
    await page.locator('#code').waitFor();
  },
  'new recovery codes': async (page, { celeste, owner }) => {
    await addPasskeyRow(celeste, owner.email);
    await page.goto('/account/passkeys');
    await page.locator('form:has(input[value=recovery]) button').click();
    await page.locator('#code').waitFor();
    await page.locator('#code').fill((await celeste.mailTo(owner.email)).code);
    await page.locator('main form button[type=submit]').first().click();
    await page.locator('a[download]').waitFor();
  },
  sessions: async (page) => {
    await page.goto('/account/sessions');
    await page.locator('button[name=session]').first().waitFor();
  },
  'the code for ending sessions': async (page) => {
    await page.goto('/account/sessions');
    await page.locator('button[name=session]').first().click();
    await page.locator('#code').waitFor();
  },
  'keys and playback': (page) => page.goto('/account/player'),
  'keys and playback, with a mistake': async (page) => {
    await page.goto('/account/player');
    await page.locator('#key_back').fill('B');
    await page.locator('main form button').first().click();
    await page.locator('#key_back-error').waitFor();
  },
  glossary: (page) => page.goto('/account/glossary'),
  'own data': (page) => page.goto('/account/data'),
  'another e-mail': (page) => page.goto('/account/email'),
  'the code of another e-mail': async (page) => {
    await page.goto('/account/email');
    await page.locator('#email').fill(`${crypto.randomUUID()}@example.com`);
    await page.locator('#email').press('Enter');
    await page.locator('#code').waitFor();
  },
  'leaving for good': (page) => page.goto('/account/delete'),
  'the code for leaving': async (page) => {
    await page.goto('/account/delete');
    await page.locator('main form button').click();
    await page.locator('#code').waitFor();
  },
  'list with every status': async (page) => {
    await page.goto('/transcriptions');
    const statuses = await page
      .locator('[data-status]')
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.status).sort());
    expect(statuses).toEqual(['failed', 'pending', 'processing', 'stored', 'succeeded']);
  },
  'a recording that failed': async (page) => {
    await page.goto('/transcriptions');
    await page.locator('[data-status="failed"] h3 a').first().click();
    await page.locator('#next-title').waitFor();
  },
  'a recording that waits for minutes': async (page) => {
    await page.goto('/transcriptions');
    await page.locator('[data-status="stored"] h3 a').first().click();
    await page.locator('#next-title').waitFor();
  },
  // Over an empty list: axe reports a link that a popover half covers as too small (target-size).
  'filters with mistakes': async (page) => {
    await page.goto('/transcriptions?title=ornitorrinco&startDate=x');
    await page.locator('#startDate-error').waitFor();
  },
  'cards unfolded': async (page) => {
    await page.goto('/transcriptions');
    for (const summary of await page.locator('li summary').all()) await summary.click();
  },
  'several to delete': (page, { transcript }) => page.goto(selectionOf(transcript, 'delete')),
  'several to tag': (page, { transcript }) => page.goto(selectionOf(transcript, 'tags')),
  'several to download': (page, { transcript }) => page.goto(selectionOf(transcript, 'download')),
  import: (page) => page.goto('/transcriptions/import'),
  'import with a mistake': async (page) => {
    await page.goto('/transcriptions/import');
    const file = { name: 'a.srt', mimeType: 'text/plain', buffer: Buffer.from('bom dia') };
    await page.locator('#transcript').setInputFiles(file);
    await page.locator('main form[enctype] button').click();
    await page.locator('#transcript-error').waitFor();
  },
  'nothing found': (page) => page.goto('/transcriptions?title=ornitorrinco'),
  'what was said': (page) => page.goto('/search?q=reuni'),
  'a search for too little': (page) => page.goto('/search?q=de'),
  deleting: (page, { transcript }) => page.goto(`${transcript}/delete`),
  'tags, with a mistake': async (page, { transcript }) => {
    await page.goto(`${transcript}/tags`);
    await page.locator('#tag').fill('rádio');
    await page.locator('#tag').press('Enter');
    await page.locator('button[aria-label*="rádio"]').waitFor();
    await page.locator('#tag').press('Enter');
    await page.locator('#tag-error').waitFor();
  },
  'upload with a mistake': async (page) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/transcriptions');
    await page.locator('#file').setInputFiles(PROGRAM);
    await page.locator('form[enctype] button:visible').click();
    await page.locator('#file-error').waitFor();
  },
  'upload card with a mistake': async (page) => {
    await page.goto('/transcriptions');
    await page.waitForLoadState('networkidle');
    await page.locator('#file').setInputFiles(PROGRAM);
    await page.locator('[data-upload-card] [data-error]:visible').waitFor();
  },
  transcript: async (page, { transcript }) => {
    await page.goto(transcript);
    await page.locator('[data-part="toolbar"]').waitFor();
    await page.locator('article section').first().hover();
  },
  'transcript under way': async (page) => {
    await page.goto('/transcriptions');
    await page.locator('[data-status="processing"] h3 a').first().click();
    await page.locator('[data-island="refresh-list"] progress').waitFor();
  },
  'people to be told apart again': (page, { transcript }) => page.goto(`${transcript}/speakers`),
  'transcript while it is edited': openEditor,
  'find and replace': async (page, scene) => {
    await openEditor(page, scene);
    await page.keyboard.press('Control+Shift+F');
    await page.locator('[data-part="find"] [name="sought"]').fill('o');
  },
  'review of doubtful words': async (page, scene) => {
    await openEditor(page, scene);
    await page.locator('[data-do="review"]').click();
  },
  'keyboard shortcuts': async (page, scene) => {
    await openEditor(page, scene);
    await page.locator('[data-do="help"]').click();
  },
  'speaker’s name in the editor': async (page, scene) => {
    await openEditor(page, scene);
    await page.locator('article section').nth(1).hover();
    await page.locator('[data-tool="speaker"]').click();
  },
  'transcript, as it is sent': (page, { transcript }) => page.goto(transcript),
  'one block': (page, { transcript }) => page.goto(`${transcript}/blocks/2.0`),
  'a speaker’s name': (page, { transcript }) => page.goto(`${transcript}/speaker?block=2.0`),
  'changes to discard': (page, { changedTranscript }) => page.goto(`${changedTranscript}/discard`),
  people: (page, { transcript }) => page.goto(`${transcript}/people`),
  'people, over the transcript': async (page, { transcript }) => {
    await page.goto(transcript);
    await page.locator('ul[data-people] a').click();
    await page.locator('dialog:modal').waitFor();
  },
  'two people who may be one': async (page, { transcript }) => {
    await page.goto(`${transcript}/people`);
    for (const field of await page.locator('input[name="new_speaker"]').all()) await field.fill('Ana');
    await page.locator('main form button').click();
    await page.locator('input[name="merge"]').waitFor();
  },
  'one person to be split': (page, { transcript }) => page.goto(`${transcript}/people?person=A`),
  'a degravação': (page, { transcript }) => page.goto(`${transcript}/degravacao`),
  'a degravação with a wrong case number': async (page, { transcript }) => {
    await page.goto(`${transcript}/degravacao`);
    await page.locator('input[name="case_number"]').fill('0710802-55.2018.8.02.0002');
    await page.locator('button[value="save"]').click();
    await page.locator('[aria-invalid="true"]').waitFor();
  },
  versions: (page, { transcript }) => page.goto(`${transcript}/versions`),
  'captions over the recording': (page, { transcript }) => page.goto(`${transcript}/captions?from=0&to=20`),
  'captions over the recording, with a mistake': async (page, { transcript }) => {
    await page.goto(`${transcript}/captions?from=agora`);
    await page.locator('#from-error').waitFor();
  },
  downloads: (page, { transcript }) => page.goto(`${transcript}/download?failed=pdf`),
  'downloads, over the transcript': async (page, { transcript }) => {
    await page.goto(transcript);
    await openOption(page, `${transcript}/download`);
  },
  summary: openSummary,
  'summary with a mistake': async (page, scene) => {
    await openSummary(page, scene);
    await page.locator('#summaryCopy').fill(' ');
    await page.locator('main details button').click();
    await page.locator('#summaryCopy-error').waitFor();
  },
  'summary, over the transcript': async (page, { transcript }) => {
    await page.goto(transcript);
    await openOption(page, `${transcript}/summary`);
  },
  share: async (page, { transcript }) => {
    await page.goto(`${transcript}/share`);
    await page.locator('#audio').check();
    await page.locator('main form button').first().click();
    await page.locator('#link').waitFor();
  },
  'a shared transcript': async (page, { transcript }) => {
    await page.goto(`${transcript}/share`);
    await page.locator('#audio').check();
    await page.locator('main form button').first().click();
    await page.goto(new URL(await page.locator('#link').inputValue()).pathname);
    await page.locator('audio').waitFor();
  },
  dashboard: async (page) => {
    await page.goto('/dashboard');
    for (const summary of await page.locator('summary').all()) await summary.click();
  },
  wallet: (page) => page.goto('/wallet'),
  'hours to buy, with a mistake': async (page) => {
    await page.goto('/wallet?hours=7');
    await page.locator('#customQuantity').fill('0');
    await page.locator('#customQuantity').press('Enter');
    await page.locator('#customQuantity-error').waitFor();
  },
  'test checkout': async (page) => {
    await page.goto('/wallet');
    await page.locator('main form:has([name=productId]) button').click();
    await page.waitForURL('**/test-checkout/*');
  },
  'terms in the frame': (page) => page.goto('/terms'),
  'error page': (page) => page.goto('/transcriptions/unknown'),
};

/** Unfolds the form of a new meeting, and chooses a date. */
async function openMeetingForm(page: Page): Promise<void> {
  await page.goto('/meetings');
  await page.locator('main summary').first().click();
  await page.locator('#meet_type').selectOption('scheduled');
}

const SUBSCRIBER_PAGES: Record<string, Visit> = {
  'dashboard with meetings': async (page) => {
    await page.goto('/dashboard');
    for (const summary of await page.locator('main summary').all()) await summary.click();
  },
  meetings: async (page) => {
    await openMeetingForm(page);
    await page.locator('main details details summary').click();
  },
  'meetings under way': (page) => page.goto('/meetings?tab=running'),
  'recordings of meetings': (page) => page.goto('/meetings?tab=recordings'),
  'what experimental means': async (page) => {
    await page.goto('/meetings');
    await page.locator('main [popovertarget="experimental"]').first().click();
  },
  'a new meeting with mistakes': async (page) => {
    await openMeetingForm(page);
    await page.locator('main form:has(#meet_name) button').click();
    await page.locator('#meet_date-error').waitFor();
  },
  'the question about the terms': async (page, { celeste, subscriber }) => {
    const of = `WHERE email = '${subscriber.email}'`;
    await change(celeste, `UPDATE users SET meeting_terms_accepted_at = NULL ${of}`);
    await page.goto('/meetings');
    await page.locator('main summary').first().click();
    await page.locator('#meet_name').fill('Pauta');
    await page.locator('#meet_url').fill('meet.google.com/abc-defg-hij');
    await page.locator('main form:has(#meet_name) button').click();
    await page.locator('dialog[open] #terms').waitFor();
  },
  'terms of the assistant': (page) => page.goto('/meetings/terms'),
  'settings of the assistant, with a mistake': async (page) => {
    await page.goto('/meetings/settings');
    await page.locator('#bot_name').fill(' ');
    await page.locator('main form:has(#bot_name) button').click();
    await page.locator('#bot_name-error').waitFor();
  },
  'settings of the assistant, over the meetings': async (page) => {
    await page.goto('/meetings');
    await page.waitForLoadState('networkidle');
    await page.locator('main a[href="/meetings/settings"]').click();
    await page.locator('dialog:modal [name="bot_name"]').waitFor();
  },
  'a calendar to be linked': (page) => page.goto('/calendar'),
  'a scheduled meeting': (page, { meetings }) => page.goto(meetings.scheduled),
  'a meeting to be edited': (page, { meetings }) => page.goto(`${meetings.scheduled}/edit`),
  'a meeting to be cancelled': (page, { meetings }) => page.goto(`${meetings.scheduled}/cancel`),
  'a meeting in the waiting room': (page, { meetings }) => page.goto(meetings.inLobby),
  'a meeting under way': (page, { meetings }) => page.goto(meetings.running),
  'a meeting that failed': (page, { meetings }) => page.goto(meetings.failed),
  'a meeting that is over': (page, { meetings }) => page.goto(meetings.completed),
};

/** Pages of a subscriber with a linked calendar, which is a grid with scripts, and a list without. */
const CALENDAR_PAGES: Record<string, Visit> = {
  'a calendar': (page) => page.goto('/calendar', { waitUntil: 'networkidle' }),
  'a month of a calendar': (page) => page.goto('/calendar?view=month', { waitUntil: 'networkidle' }),
  'a calendar as a list': async (page) => {
    await page.goto('/calendar', { waitUntil: 'networkidle' });
    const toList = page.locator('main button', { hasText: /^(Lista|List)$/ });
    if (await toList.isVisible()) await toList.click();
  },
  'an own event': (page, { events }) => page.goto(events.own),
  'an event of somebody else': (page, { events }) => page.goto(events.invited),
  'an event of a series': (page, { events }) => page.goto(events.occurrence),
  'a new event with mistakes': async (page) => {
    await page.goto('/calendar/new');
    await page.locator('#attendees').fill('ninguém');
    await page.locator('main form:has(#summary) button').click();
    await page.locator('#attendees-error').waitFor();
  },
  'an event that somebody changed meanwhile': async (page, { events, calendar }) => {
    await page.goto(`${events.own}/edit`);
    calendar.change(events.own.split('/').at(-1)!, { location: `Sala ${Math.random()}` });
    await page.locator('main form:has(#summary) button[type="submit"]').click();
    await page.locator('#conflict-title').waitFor();
  },
  'an event of a series to be edited': (page, { events }) => page.goto(`${events.occurrence}/edit`),
  'an event to be deleted, with a mistake': async (page, { events }) => {
    await page.goto(`${events.occurrence}/delete`);
    await page.locator('main form:has(#acknowledge) button[type="submit"]').click();
    await page.locator('#acknowledge-error').waitFor();
  },
  'the assistant of a calendar': (page) => page.goto('/calendar/assistant'),
  'a calendar to be unlinked': (page) => page.goto('/calendar/unlink'),
};

const ADMIN_PAGES: Record<string, Visit> = {
  people: (page) => page.goto('/admin'),
  'a person, with mistakes': async (page, { administrator }) => {
    await page.goto(`/admin/users/${administrator.publicId}`);
    await page.locator('#minutes').press('Enter');
    await page.locator('#reason-error').waitFor();
  },
  impersonation: async (page) => {
    await page.goto('/admin?q=albuquerque');
    await page.locator('main td a').click();
    await page.locator('a[href^="/login-admin"]').click();
    await page.waitForURL('**/login-admin-as-user/**');
  },
  'features, with a mistake': async (page) => {
    await page.goto('/admin/features');
    await page.locator('#emails').fill('ana');
    await page.locator('form:has(#emails) button').click();
    await page.locator('#emails-error').waitFor();
  },
  'the advertisement, with mistakes': async (page) => {
    await page.goto('/admin/ad');
    await page.locator('main form:has(#title) button').click();
    await page.locator('#message-error').waitFor();
  },
  'captions that break a rule': async (page, { changedTranscript }) => {
    await page.goto(`${changedTranscript}/download`);
    await page.locator('main details summary').click();
  },
  'versions, compared': async (page, { changedTranscript }) => {
    await page.goto(`${changedTranscript}/versions?compare=1`);
    await page.locator('ins').waitFor();
  },
  invitations: (page) => page.goto('/admin/invitations'),
  'failed jobs': (page) => page.goto('/admin/jobs'),
  system: (page) => page.goto('/admin/system'),
  log: (page) => page.goto('/admin/audit'),
};

/** Pages whose state needs scripts. */
const PAGES_NEEDING_SCRIPTS = [
  ...['support', 'support, over another page', 'transcript', 'transcript while it is edited'],
  ...['find and replace', 'review of doubtful words', 'keyboard shortcuts', 'speaker’s name in the editor'],
  ...['people, over the transcript', 'settings of the assistant, over the meetings'],
  ...['downloads, over the transcript', 'summary, over the transcript', 'upload card with a mistake'],
];

/** Every page by name, with the user who visits it. */
export const EVERY_PAGE: {
  name: string;
  visit: Visit;
  as: (scene: Scene) => TestUser;
  needsScripts: boolean;
}[] = [
  { pages: PUBLIC_PAGES, as: ({ celeste }: Scene) => new TestUser(celeste.address) },
  { pages: MEMBER_PAGES, as: ({ owner }: Scene) => owner },
  { pages: SUBSCRIBER_PAGES, as: ({ subscriber }: Scene) => subscriber },
  { pages: CALENDAR_PAGES, as: ({ planner }: Scene) => planner },
  { pages: ADMIN_PAGES, as: ({ administrator }: Scene) => administrator },
].flatMap(({ pages, as }) =>
  Object.entries(pages).map(([name, visit]) => ({
    name,
    visit,
    as,
    needsScripts: PAGES_NEEDING_SCRIPTS.includes(name),
  })),
);
