import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOSTILE_HTML } from '@/tests/database/admin/ads/hostile-html';
import { png } from '@/tests/factories/pictures';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { TestUser } from '@/tests/support/test-user';
import { change, filesIn, rows } from '../platform/data-dir';
import { mainOf, messageBeside, textOf, typedIn } from '../platform/page';
import { type Member, signUpAdmin, signUpMember } from './administrator';

const PNG = png(2, 1);
const MEGABYTE = 1024 * 1024;

let celeste: RunningCeleste;
let admin: Member;
let ana: Member;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  admin = await signUpAdmin(celeste);
  ana = await signUpMember(celeste);
});

afterAll(() => celeste.stop());

beforeEach(async () => {
  await change(celeste, 'DELETE FROM ads');
});

/** Posts the multipart form as its page does: text fields, checkboxes, and an optional file. */
function save(fields: Record<string, string> = {}, image = Buffer.alloc(0), by: TestUser = admin) {
  const body = new FormData();
  const form = { submissionId: randomUUID(), title: 'Novidade', message: 'Legendas', isActive: 'on' };
  for (const [name, value] of Object.entries({ ...form, ...fields })) body.append(name, value);
  body.append('image', new Blob([image]), image.length > 0 ? 'page.html' : '');
  return by.request('/admin/ad', { method: 'POST', body, headers: { Origin: celeste.address } });
}

const adOf = (page: string) =>
  /<dialog[^>]*data-island="announcement"[\s\S]*?<\/dialog>/.exec(page)?.[0] ?? null;
const adFor = async (person: TestUser) => adOf((await person.get('/dashboard')).body);

describe('the advertisement', () => {
  it('is shown on signed-in pages as a card with a form that dismisses it for good', async () => {
    expect(await adFor(ana)).toBeNull();
    expect((await save({ html: '<p>a <strong>b</strong></p><script>hit()</script>' })).status).toBe(303);
    for (const page of ['/dashboard', '/transcriptions', '/wallet', '/terms']) {
      const card = adOf((await ana.get(page)).body)!;
      expect(card).toMatch(/^<dialog open=""/);
      expect(card).toContain('<p>a <strong>b</strong></p></div>');
      expect(textOf(card)).toBe('Novidade Legendas a b Fechar');
    }
    expect(adOf((await new TestUser(celeste.address).get('/login')).body)).toBeNull();
    expect(adOf((await new TestUser(celeste.address).get('/terms')).body)).toBeNull();

    const [, action] = /<form method="post" action="([^"]*)"/.exec((await adFor(ana))!)!;
    const closed = await ana.post(action!, {}, { Referer: `${celeste.address}/wallet?page=2` });
    expect([closed.status, closed.location]).toEqual([303, '/wallet?page=2']);
    expect(await adFor(ana)).toBeNull();
    expect(await adFor(admin)).not.toBeNull();
    expect((await ana.post('/ads/unknown/dismiss')).status).toBe(404);
    expect((await new TestUser(celeste.address).post(action!)).location).toBe('/login');
  });

  it('is neither shown to nor dismissed by an impersonating administrator', async () => {
    await save();
    const [{ public_id }] = (await rows(celeste, 'SELECT public_id FROM ads')) as [{ public_id: string }];
    const rui = await signUpMember(celeste, 'Rui Lima');
    await admin.post(`/login-admin-as-user/${rui.publicId}/${admin.publicId}`);
    expect(await adFor(admin)).toBeNull();
    expect((await admin.post(`/ads/${public_id}/dismiss`)).status).toBe(404);
    await admin.post('/stop-acting');
    expect(await adFor(rui)).not.toBeNull();
  });

  it('sanitises every field', async () => {
    for (const hostile of HOSTILE_HTML.filter((html) => !html.includes('\0'))) {
      const saved = await save({
        title: hostile.slice(0, 120),
        message: hostile,
        html: hostile,
        asNew: 'on',
      });
      expect([hostile, saved.status]).toEqual([hostile, 303]);
      const tags = (await adFor(ana))!.match(/<[a-z][^>]*>/gi)!;
      const allowed =
        /^<(dialog open="" class="[\w -]+" aria-labelledby="ad-title" data-island="announcement"|h2 id="ad-title"|form method="post" action="\/ads\/[\w-]+\/dismiss"|button type="submit" class="[\w -]+"|div|p data-lines="[^"]*"|p|br\/?|br \/|strong|b|em|i|ul|ol|li|a|a href="https:\/\/a")>$/;
      expect([hostile, tags.filter((tag) => !allowed.test(tag))]).toEqual([hostile, []]);
    }
  });

  it("detects the picture's type by its content", async () => {
    await save({}, PNG);
    const [, src] = /<img src="([^"]*)"/.exec((await adFor(ana))!)!;
    expect(src).toMatch(/^\/ads\/[\w-]{22}\/image$/);
    const image = await ana.get(src!);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await new TestUser(celeste.address).get(src!)).status).toBe(302);
    expect((await ana.get('/ads/unknown/image')).status).toBe(404);
    await save({ withoutImage: 'on' });
    expect(await adFor(ana)).not.toContain('<img');
    expect((await ana.get(src!)).status).toBe(404);
  });

  it.each([
    [
      'no picture',
      Buffer.from('<svg onload=hit()>'),
      415,
      'Use uma imagem PNG, JPEG ou WebP com até 6.000 pixels de lado.',
    ],
    ['too large', Buffer.concat([PNG, Buffer.alloc(2 * MEGABYTE)]), 413, 'A imagem pode ter até 2 MB.'],
    ['far too large', Buffer.concat([PNG, Buffer.alloc(9 * MEGABYTE)]), 413, 'A imagem pode ter até 2 MB.'],
  ])('rejects a file that is %s, and keeps the typed values', async (_what, file, status, message) => {
    const files = await filesIn(celeste);
    const answer = await save({ title: 'Outra', html: '<p>longo</p>' }, file);
    expect([answer.status, messageBeside(answer.body, 'image')]).toEqual([status, message]);
    expect(typedIn(answer.body, 'title')).toBe('Outra');
    expect(mainOf(answer.body)).toContain('&lt;p&gt;longo&lt;/p&gt;');
    expect(await filesIn(celeste)).toEqual(files);
    expect(await adFor(ana)).toBeNull();
  });

  it('requires a title and a message, with length limits', async () => {
    const empty = await save({ title: ' ', message: '', html: 'a'.repeat(8001) });
    expect(empty.status).toBe(400);
    expect(messageBeside(empty.body, 'title')).toBe('Dê um título ao anúncio.');
    const page = textOf(mainOf(empty.body));
    expect(page).toContain('Escreva a mensagem do anúncio.');
    expect(page).toContain('O HTML pode ter até 8.000 caracteres.');
    expect((await save({ title: 'a'.repeat(121) })).status).toBe(400);
    expect((await admin.post('/admin/ad', { title: 'a' })).status).toBe(400);
  });
});
