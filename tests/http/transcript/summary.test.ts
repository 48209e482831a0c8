import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type ChatServer, startChatServer } from '@/tests/support/chat-server';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { transcribeUnseenSample } from '@/tests/support/transcriptions';
import { SLOW, until } from '@/tests/support/until';
import { change, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf } from '../platform/page';

/** Transcribes the sample. @returns its path, once its summary job has ended with `status` */
async function transcribed(celeste: RunningCeleste, person: TestUser, status: string): Promise<string> {
  const own = await transcribeUnseenSample(person);
  const job = () => rows(celeste, `SELECT id FROM jobs WHERE name = 'summarize' AND status = '${status}'`);
  await until(async () => (await job()).length > 0, { what: `a summary job that is ${status}` });
  return own;
}

const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)![1]!;

describe('the extractive summary', () => {
  let celeste: RunningCeleste;
  let owner: TestUser;
  let own: string;

  beforeAll(async () => {
    celeste = await startCeleste();
    owner = await signUp(celeste);
    own = await transcribed(celeste, owner, 'done');
  });

  afterAll(() => celeste.stop());

  const page = async () => (await owner.get(`${own}/summary`)).body;
  const post = async (intent: string, fields: Record<string, string> = {}) =>
    owner.post(`${own}/summary`, { intent, version: versionIn(await page()), ...fields });

  it('is offered, generated, edited and deleted, each with its toast', async () => {
    expect(textOf((await owner.get(own)).body)).toContain('Gerar resumo');
    expect(await page()).toMatch(/<article[^>]* data-dialog="Fechar"/);
    expect(textOf(mainOf(await page()))).toContain('Gerar resumo');

    const made = await post('make');
    expect([made.status, made.location]).toEqual([303, `${own}/summary`]);
    const shown = await page();
    expect(textOf(shown)).toContain('Resumo gerado com sucesso!');
    expect(textOf(mainOf((await owner.get(own)).body))).not.toContain('Gerar resumo');
    const places = linksOf(shown).filter((href) => href.startsWith(`${own}?t=`));
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) expect(place).toMatch(/\?t=[\d.]+#t$/);

    await post('edit', { summaryCopy: 'Uma frase </textarea><script>1\r\noutra' });
    const edited = await page();
    expect(textOf(edited)).toContain('Resumo salvo.');
    expect(edited).toContain('<p>Uma frase &lt;/textarea&gt;&lt;script&gt;1</p><p>outra</p>');
    expect(edited).not.toContain('<script>1');

    await post('delete');
    const deleted = await page();
    expect(textOf(deleted)).toContain('Resumo excluído com sucesso!');
    expect(textOf(mainOf(deleted))).toContain('Gerar resumo');
  });

  it('keeps the typed values when it cannot be saved', async () => {
    await post('make');
    const empty = await post('edit', { summaryCopy: '  ' });
    expect(empty.status).toBe(400);
    expect(messageBeside(empty.body.replace('<textarea', '<input'), 'summaryCopy')).toBe(
      'Escreva o resumo ou exclua-o.',
    );
    const old = versionIn(await page());
    await post('edit', { summaryCopy: 'primeiro' });
    for (let time = 0; time < 2; time += 1) {
      const late = await owner.post(`${own}/summary`, {
        intent: 'edit',
        version: old,
        summaryCopy: 'segundo',
      });
      expect(late.status).toBe(409);
      expect(textOf(late.body)).toContain('O resumo foi alterado em outro lugar.');
      expect(late.body).toMatch(/<textarea[^>]*>segundo<\/textarea>/);
      expect(late.body).toContain(`name="version" value="${old}"`);
    }
    const late = await owner.post(`${own}/summary`, { intent: 'delete', version: old });
    expect([late.status, summaryOf(late.body)]).toEqual([
      409,
      expect.stringContaining('Erro ao excluir resumo.'),
    ]);
    const again = await owner.post(`${own}/summary`, { intent: 'make', version: old });
    expect([again.status, summaryOf(again.body)]).toEqual([
      409,
      expect.stringContaining('Erro ao gerar Resumo.'),
    ]);
    expect(textOf(await page())).toContain('primeiro');
  });

  it('reports that it cannot be read', async () => {
    await change(celeste, `UPDATE summaries SET sentences = 'no JSON', summary_copy = 'x'`);
    const { status, body } = await owner.get(`${own}/summary`);
    expect([status, textOf(mainOf(body))]).toEqual([
      200,
      expect.stringContaining('Erro ao obter histórico de resumos.'),
    ]);
  });

  it('is a 404 for other users', async () => {
    const stranger = await signUp(celeste);
    expect((await stranger.get(`${own}/summary`)).status).toBe(404);
    const answer = await stranger.post(`${own}/summary`, { intent: 'make', version: '1' });
    expect(answer.status).toBe(404);
  });
});

describe('the summary by a model', () => {
  let chat: ChatServer;
  let celeste: RunningCeleste;
  let owner: TestUser;

  beforeAll(async () => {
    chat = await startChatServer();
    celeste = await startCeleste({
      env: { SUMMARY_URL: chat.url, SUMMARY_MODEL: 'modelo', SUMMARY_KEY: 'chave' },
    });
    owner = await signUp(celeste);
  });

  afterAll(async () => {
    await celeste.stop();
    await chat.stop();
  });

  it('leaves the transcript unchanged when the model fails, and succeeds on a retry', async () => {
    chat.fail(500);
    const own = await transcribed(celeste, owner, 'waiting');
    const transcript = await owner.get(own);
    expect(transcript.status).toBe(200);
    expect(textOf(transcript.body)).not.toContain('Gerar resumo');
    expect(textOf((await owner.get(`${own}/summary`)).body)).toContain(
      'Esta transcrição ainda não tem resumo.',
    );
    expect((await owner.get(`${own}/export.txt`)).status).toBe(200);

    chat.fail(200);
    chat.answer(() => 'Falaram <b>do</b> projeto.\nMarcaram outra reunião.');
    await change(
      celeste,
      `UPDATE jobs SET run_at = '2020-01-01 00:00:00.000 +00:00' WHERE name = 'summarize'`,
    );
    await expect.poll(async () => textOf((await owner.get(own)).body), SLOW).toContain('Gerar resumo');
    const version = versionIn((await owner.get(`${own}/summary`)).body);
    await owner.post(`${own}/summary`, { intent: 'make', version });
    const { body } = await owner.get(`${own}/summary`);
    expect(body).toContain('<p>Falaram &lt;b&gt;do&lt;/b&gt; projeto.</p><p>Marcaram outra reunião.</p>');
    expect(linksOf(body).some((href) => href.includes('?t='))).toBe(false);
    expect(chat.requests.at(-1)).toMatchObject({ key: 'chave', model: 'modelo' });
  });
});
