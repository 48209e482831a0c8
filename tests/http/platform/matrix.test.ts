import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { routeModules } from '@/tests/support/routes';
import { signUp, TestUser } from '@/tests/support/test-user';
import { signUpAdmin, signUpMember } from '../admin/administrator';
import { addWebhook } from '../api/webhooks';
import { addMeeting, signUpMeetingUser } from '../meeting/meetings';
import { editable } from '../transcript/editable';

const ROLES = ['signed out', 'trial', 'subscriber', 'administrator', 'another tenant'] as const;
type Role = (typeof ROLES)[number];

/** Expected response by role: a status, and for a redirect its target. */
type Row = Record<Role, string>;

const TO_LOGIN = '302 /login';
const everybody = (answer: string): Row => row(answer, answer, answer, answer, answer);
const members = (answer: string): Row => row(TO_LOGIN, answer, answer, answer, answer);
const guests = (answer: string): Row => row(answer, '302 /', '302 /', '302 /', '302 /');
const administrators = (answer: string): Row => row(TO_LOGIN, '404', '404', answer, '404');
/** The trial user owns the objects in the paths. */
const owner = (answer: string): Row => row(TO_LOGIN, answer, '404', '404', '404');

/** The subscriber owns the meeting in the paths, and has linked no calendar. */
const meetingOwner = (answer: string): Row =>
  row(TO_LOGIN, '302 /dashboard', answer, '302 /dashboard', '302 /dashboard');

function row(...answers: [string, string, string, string, string]): Row {
  return Object.fromEntries(ROLES.map((role, index) => [role, answers[index]])) as Row;
}

/** Expectations by the path of each route module, with its parameters as placeholders. */
const EXPECTED: Record<string, Row> = {
  '/': row(TO_LOGIN, '302 /dashboard', '302 /dashboard', '302 /dashboard', '302 /dashboard'),
  '/no/such/page': row(TO_LOGIN, '302 /dashboard', '302 /dashboard', '302 /dashboard', '302 /dashboard'),
  '/account': members('200'),
  '/account/data': members('200'),
  '/account/data/download': members('200'),
  '/account/delete': members('200'),
  '/account/delete/code': members('302 /account/delete'),
  '/account/email': members('200'),
  '/account/email/code': members('302 /account/email'),
  '/account/glossary': members('200'),
  '/account/passkeys': members('200'),
  '/account/passkeys/code': members('302 /account/passkeys'),
  '/account/passkeys/new': members('302 /account/passkeys'),
  '/account/picture': members('404'),
  '/account/player': members('200'),
  '/account/tokens': members('200'),
  '/account/webhooks': members('200'),
  '/account/webhooks/:publicId': owner('200'),
  '/account/sessions': members('200'),
  '/account/sessions/code': members('302 /account/sessions'),
  '/admin': administrators('200'),
  '/admin/ad': administrators('200'),
  '/admin/audit': administrators('200'),
  '/admin/features': administrators('200'),
  '/admin/invitations': administrators('200'),
  '/admin/jobs': administrators('200'),
  '/admin/system': administrators('200'),
  '/admin/users/:publicId': administrators('200'),
  '/ads/:publicId/dismiss': everybody('302 /'),
  '/ads/:publicId/image': members('404'),
  '/auth/:provider': everybody('302 /'),
  '/auth/:provider/callback': everybody('302 /login'),
  '/calendar': meetingOwner('200'),
  '/calendar/:eventId': meetingOwner('302 /calendar'),
  '/calendar/:eventId/delete': meetingOwner('302 /calendar'),
  '/calendar/:eventId/edit': meetingOwner('302 /calendar'),
  '/calendar/:eventId/time': everybody('302 /calendar'),
  '/calendar/events': meetingOwner('400'),
  '/calendar/new': meetingOwner('302 /calendar'),
  '/calendar/assistant': meetingOwner('302 /calendar'),
  '/calendar/unlink': meetingOwner('302 /calendar'),
  '/dashboard': members('200'),
  '/developers': everybody('200'),
  '/developers/recipes': everybody('200'),
  '/developers/:tag': everybody('200'),
  '/dictations': everybody('302 /transcriptions'),
  '/dictations/:publicId': everybody('302 /transcriptions'),
  '/documents': members('200'),
  '/documents/:publicId': owner('200'),
  '/documents/:publicId/:export': owner('200'),
  '/documents/:publicId/delete': owner('200'),
  '/documents/:publicId/download': owner('200'),
  '/documents/:publicId/draft': owner('200'),
  '/documents/:publicId/versions': owner('200'),
  '/documents/models': members('200'),
  '/documents/new': members('200'),
  '/api/*': everybody('404'),
  '/files/*': everybody('403'),
  '/documents/tools': members('200'),
  '/google': meetingOwner('302 /calendar'),
  '/google/callback': meetingOwner('302 /calendar'),
  '/healthz': everybody('200'),
  '/language': everybody('302 /'),
  '/login': guests('200'),
  '/login-admin-as-user/:userPublicId/:adminPublicId': administrators('200'),
  '/login/code': guests('302 /login'),
  '/login/passkey': guests('200'),
  '/login/recovery': guests('200'),
  '/login/passkey/options': everybody('404'),
  '/logout': everybody('302 /'),
  '/maintenance': everybody('302 /'),
  '/meetings': meetingOwner('200'),
  '/meetings/:publicId': meetingOwner('200'),
  '/meetings/:publicId/cancel': meetingOwner('200'),
  '/meetings/:publicId/edit': meetingOwner('200'),
  '/meetings/:publicId/status': meetingOwner('204'),
  '/meetings/settings': meetingOwner('200'),
  '/meetings/status': meetingOwner('204'),
  '/meetings/terms': meetingOwner('200'),
  '/onboarding': members('302 /dashboard'),
  '/outage': everybody('302 /'),
  '/privacy': everybody('200'),
  '/readyz': everybody('200'),
  '/refused': everybody('302 /'),
  '/search': members('200'),
  '/share-target': members('200'),
  '/shared/:token': everybody('404'),
  '/shared/:token/:export': everybody('404'),
  '/shared/:token/audio': everybody('404'),
  '/signup': guests('200'),
  '/stop-acting': everybody('302 /'),
  '/support': everybody('200'),
  '/terms': everybody('200'),
  '/transcriptions': members('200'),
  '/transcriptions/:publicId': owner('200'),
  '/transcriptions/:publicId/:export': owner('200'),
  '/transcriptions/:publicId/align': owner('200'),
  '/transcriptions/:publicId/audio': owner('200'),
  '/transcriptions/:publicId/blocks/:utteranceId': owner('200'),
  '/transcriptions/:publicId/captions': owner('200'),
  '/transcriptions/:publicId/delete': owner('200'),
  '/transcriptions/:publicId/discard': owner('200'),
  '/transcriptions/:publicId/download': owner('200'),
  '/transcriptions/:publicId/draft': owner('200'),
  '/transcriptions/:publicId/glossary': owner('200'),
  '/transcriptions/:publicId/peaks': owner('204'),
  '/transcriptions/:publicId/position': everybody('302 /transcriptions'),
  '/dashboard/status': row('401', '204', '204', '204', '204'),
  '/transcriptions/:publicId/share': owner('200'),
  '/transcriptions/:publicId/people': owner('200'),
  '/transcriptions/:publicId/degravacao': owner('200'),
  '/transcriptions/:publicId/degravacao/:export': owner('200'),
  '/transcriptions/:publicId/speaker': owner('200'),
  '/transcriptions/:publicId/tags': owner('200'),
  '/transcriptions/:publicId/summary': owner('200'),
  '/transcriptions/:publicId/versions': owner('200'),
  '/transcriptions/:publicId/speakers': owner('200'),
  '/transcriptions/:publicId/status': owner('204'),
  '/transcriptions/:publicId/words': owner('200'),
  '/transcriptions/import': members('200'),
  '/transcriptions/selection/delete': members('200'),
  '/transcriptions/selection/download': members('200'),
  '/transcriptions/selection/files': members('302 /transcriptions/selection/download'),
  '/transcriptions/selection/tags': members('200'),
  '/transcriptions/tools': members('200'),
  '/transcriptions/youtube': members('404'),
  '/transcriptions/status': row('401', '204', '204', '204', '204'),
  '/test-checkout': members('200'),
  '/test-checkout/:publicId': members('404'),
  '/uploads': everybody('302 /transcriptions'),
  '/uploads/:publicId': members('404'),
  '/uploads/:publicId/discard': everybody('302 /transcriptions'),
  '/uploads/:publicId/session': everybody('302 /transcriptions'),
  '/uploads/card': members('200'),
  '/validation/:validationCode/:publicId': everybody('200'),
  '/wallet': members('200'),
  '/wallet/movements': members('200'),
  '/wallet/receipts/:publicId': members('404'),
  '/webhooks/speech/:publicId': everybody('404'),
  '/webhooks/stripe': everybody('404'),
};

const addresses = routeModules().flatMap(({ address }) =>
  address === null ? [] : [address === '/*' ? '/no/such/page' : address],
);

let celeste: RunningCeleste;
let people: Record<Role, TestUser>;
/** Values of the parameters: objects of the trial user. */
let parameters: (address: string) => string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  const trial = await signUpMember(celeste);
  const admin = await signUpAdmin(celeste);
  const subscriber = await signUpMeetingUser(celeste);
  const meeting = await addMeeting(celeste, subscriber);
  const transcript = await editable(celeste, trial);
  const document = (await trial.post('/documents/new')).location!.split('?')[0]!;
  const webhook = await addWebhook(trial);
  people = {
    'signed out': new TestUser(celeste.address),
    trial,
    subscriber,
    administrator: admin,
    'another tenant': await signUp(celeste),
  };
  parameters = (address) =>
    address
      .replace('/account/webhooks/:publicId', webhook)
      .replace('/transcriptions/:publicId', transcript)
      .replace('/documents/:publicId', document)
      .replace('/meetings/:publicId', meeting)
      .replace(/\/speaker$/, '/speaker?block=1.0')
      .replace('degravacao/:export', 'degravacao/codes.csv')
      .replace(':export', 'export.txt')
      .replace(':utteranceId', '1.0')
      .replace(':eventId', 'abcde')
      .replace(':tag', 'wallet')
      .replace(':provider', 'google')
      .replace(':userPublicId', trial.publicId)
      .replace(':adminPublicId', admin.publicId)
      .replace(':validationCode', 'x'.repeat(32))
      .replace(':publicId', trial.publicId);
});

it('covers every route', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual([...new Set(addresses)].sort());
});

describe.each(Object.keys(EXPECTED))('%s', (address) => {
  it('responds to each role as expected', async () => {
    const answers: [Role, string][] = [];
    for (const role of ROLES) {
      const { status, location } = await people[role].get(parameters(address));
      answers.push([role, location ? `${status} ${location.split('?')[0]}` : String(status)]);
    }
    expect(Object.fromEntries(answers)).toEqual(EXPECTED[address]);
  });
});
