import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { linksOf, mainOf, messageBeside, textOf } from '../platform/page';
import { editable } from '../transcript/editable';
import { silence } from '../transcription/recordings';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web', env: { HELP_URL: 'https://ajuda.example.org/' } });
});

afterAll(() => celeste.stop());

describe('the dashboard', () => {
  it('is the page after signing in, and greets the user', async () => {
    const person = await signUp(celeste);
    expect((await person.get('/')).location).toBe('/dashboard');
    const page = await person.get('/dashboard');
    const text = textOf(mainOf(page.body));
    expect(text).toContain('Olá, Ana');
    expect(text).toContain('Enviar para transcrever');
    expect(text).toContain('Seus minutos 30 min');
    expect(mainOf(page.body).match(/<summary>/g)).toHaveLength(6);
  });

  it('is a desk: what is new, what is under way, and where one stopped', async () => {
    const person = await signUp(celeste);
    const read = await editable(celeste, person);
    const unread = await editable(celeste, person);
    await person.upload({ name: 'nova.wav', bytes: silence(60) });
    const desk = async () => textOf(mainOf((await person.get('/dashboard')).body));
    expect(await desk()).toContain('2 transcrições prontas que você ainda não abriu.');
    expect(await desk()).toContain('1 em andamento');
    const version = async (tag = '') =>
      person.request('/dashboard/status', { headers: { 'If-None-Match': tag } });
    const before = (await version()).headers.get('ETag')!;
    expect((await version(before)).status).toBe(304);
    await person.get(read);
    expect((await version(before)).status).toBe(204);
    expect(await desk()).not.toContain('Continuar de onde você parou');
    const stopped = await person.request(`${read}/position`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: celeste.address },
      body: JSON.stringify({ positionMs: 1_200 }),
    });
    expect(stopped.status).toBe(204);
    expect(await desk()).toContain('Continuar de onde você parou Reunião de exemplo 00:00:01 de');
    expect(linksOf((await person.get('/dashboard')).body)).toContain(`${read}?t=1.2#t`);
    expect(await desk()).toContain('1 transcrição pronta que você ainda não abriu.');
    expect((await person.get(`${read}?t=1e400`)).status).toBe(200);
    expect(await desk()).toMatch(/parou Reunião de exemplo (\S+) de \1/);
    await person.get(unread);
    expect(await desk()).not.toContain('não foi aberta');
    // The questions fold once something was transcribed.
    expect(mainOf((await person.get('/dashboard')).body)).toMatch(/<details[^>]*><summary><h2>Perguntas/);
  });

  it("remembers no place of another's transcription, and none that is not a time", async () => {
    const owner = await signUp(celeste);
    const read = await editable(celeste, owner);
    const stranger = await signUp(celeste);
    const post = (who: TestUser, body: string) =>
      who.request(`${read}/position`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: celeste.address },
        body,
      });
    await post(stranger, '{"positionMs":900}');
    expect((await post(owner, '{"positionMs":-1}')).status).toBe(400);
    expect((await post(owner, '{"positionMs":1e300}')).status).toBe(400);
    expect(textOf((await owner.get('/dashboard')).body)).not.toContain('Continuar de onde você parou');
  });

  it('uploads a recording like the list', async () => {
    const person = await signUp(celeste);
    const body = new FormData();
    body.append('submissionId', crypto.randomUUID());
    body.append('language', 'pt');
    body.append('file', new Blob([silence(61)]), 'fala.wav');
    const headers = { Origin: celeste.address };
    const sent = await person.request('/dashboard', { method: 'POST', body, headers });
    expect([sent.status, sent.location]).toEqual([303, '/transcriptions']);
    expect((await person.get('/dashboard')).body).toContain('28 min');
  });

  it('shows the error of an upload on the same page', async () => {
    const person = await signUp(celeste);
    const body = new FormData();
    body.append('submissionId', crypto.randomUUID());
    body.append('language', 'fr');
    body.append('file', new Blob(['MZ']), 'programa.exe');
    const headers = { Origin: celeste.address };
    const sent = await person.request('/dashboard', { method: 'POST', body, headers });
    expect(sent.status).toBe(415);
    expect(messageBeside(sent.body, 'file')).toBe('Formato de arquivo não suportado');
    expect(textOf(sent.body)).toContain('Olá, Ana');
    expect(sent.body).toContain('<option value="fr" selected="">');
  });
});

describe('the app shell', () => {
  it('links to every page, and to the help centre', async () => {
    const person = await signUp(celeste);
    const links = linksOf((await person.get('/dashboard')).body);
    for (const href of ['/dashboard', '/transcriptions', '/wallet', '/account', '/support']) {
      expect(links).toContain(href);
    }
    expect(links).toContain('https://ajuda.example.org/');
    expect(links).not.toContain('/admin');
  });

  it('shows terms and privacy to everyone, in the app shell when signed in', async () => {
    for (const path of ['/terms', '/privacy']) {
      const stranger = await new TestUser(celeste.address).get(path);
      expect(stranger.status).toBe(200);
      expect(stranger.body).not.toContain('id="balance"');
      expect((await (await signUp(celeste)).get(path)).body).toContain('id="balance"');
    }
  });
});

describe('the wallet', () => {
  it('shows the balance by source, and the movements', async () => {
    const person = await signUp(celeste);
    await person.upload({ name: 'fala.wav', bytes: silence(90) });
    const text = textOf(mainOf((await person.get('/wallet')).body));
    expect(text).toContain('Período de teste 28 min');
    expect(text).toContain('Reservados para transcrições em andamento 1 min');
    expect(text).toContain('Minutos do período de teste +00:30:00');
    expect(text).toContain('Seu plano: plano de teste Inclui 30 min grátis ao criar a conta.');
    expect(text).toContain('Arquivos de até 30 min.');
  });

  it('shows an empty page past the last one, with a link back', async () => {
    const person = await signUp(celeste);
    const payments = mainOf((await person.get('/wallet?page=7')).body);
    expect(textOf(payments)).toContain('Nenhuma transação realizada.');
    expect(linksOf(payments)).toContain('/wallet#orders-title');
    const movements = mainOf((await person.get('/wallet?movements=7')).body);
    expect(textOf(movements)).toContain('Nenhuma movimentação.');
    expect(linksOf(movements)).toContain('/wallet#movements-title');
  });
});
