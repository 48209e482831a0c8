import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { StoredSegment } from '@/app/integrations/speech/port';
import { change } from '@/tests/http/platform/data-dir';
import { textOf } from '@/tests/http/platform/page';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let owner: TestUser;
let address: string;

beforeAll(async () => {
  celeste = await sharedCeleste();
  owner = await signUp(celeste);
});

beforeEach(async () => {
  address = await editable(celeste, owner);
  await updateTranscription(`status = 'processing', stage = 'recognizing', progress_percent = 20`);
  await change(celeste, 'DELETE FROM checkpoints');
});

const updateTranscription = (values: string) =>
  change(celeste, `UPDATE transcriptions SET ${values} WHERE public_id = '${address.split('/').at(-1)}'`);

/** Stores a checkpoint with a recognized segment, as a recognizer does before diarization. */
function storeRecognizedSegment(number: number, text: string): Promise<unknown> {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startMs: number * 60_000 + index * 400,
    endMs: number * 60_000 + index * 400 + 350,
    confidence: 1,
  }));
  const segment: StoredSegment = { by: 'local demo', next: null, words, concerns: [], hasConfidence: true };
  return change(
    celeste,
    `INSERT INTO checkpoints (transcription_id, stage, content, created_at, updated_at)
     SELECT id, 'heard-${number}', '${JSON.stringify(segment)}', created_at, updated_at
     FROM transcriptions WHERE public_id = '${address.split('/').at(-1)}'`,
  );
}

describeInBrowser('a transcription under way', (browser) => {
  it('shows the text recognized so far without scripts, read-only', async () => {
    await storeRecognizedSegment(0, 'bom dia a todos');
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto('/transcriptions');
    await page.locator('[data-status="processing"] h3 a').first().click();
    await expect
      .poll(() => page.locator('section section').allInnerTexts())
      .toEqual(['00:00:00\n\nbom dia a todos']);
    expect(await page.locator('[role="status"]').innerText()).toContain('Transcrevendo a fala…');

    await storeRecognizedSegment(1, 'até amanhã');
    const iso = new Date(Date.now() + 3.5 * 60_000).toISOString();
    const inFourMinutes = iso.replace('T', ' ').replace('Z', ' +00:00');
    await updateTranscription(`stage = 'diarizing', progress_percent = 66, expected_at = '${inFourMinutes}'`);
    await page.getByRole('link', { name: 'Atualizar' }).click();
    await expect
      .poll(() => page.locator('section section p').allInnerTexts())
      .toEqual(['bom dia a todos', 'até amanhã']);
    const status = await page.locator('[role="status"]').innerText();
    expect(status).toBe('Identificando as pessoas… Faltam cerca de 4 min');
    await page.goto(`${address}?edit=1`);
    expect(await page.locator('main form, [data-edit]').count()).toBe(0);
    await page.context().close();
  });

  it('updates itself with scripts, and becomes the finished page', async () => {
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(address);
    expect(await page.locator('section section').count()).toBe(0);
    await storeRecognizedSegment(0, 'bom dia a todos');
    await page.getByText('bom dia a todos').waitFor();
    await updateTranscription(`status = 'succeeded', stage = NULL, progress_percent = 100`);
    await page.locator('[data-island~="transcript"]').waitFor();
    expect(await page.locator('[data-edit]').count()).toBe(1);
    expect(await page.locator('section h3').first().innerText()).toBe('Pessoa A');
    await page.context().close();
  });

  it('says what it waits for after a failed attempt, and that an estimate has passed', async () => {
    const at = (ms: number) =>
      new Date(Date.now() + ms).toISOString().replace('T', ' ').replace('Z', ' +00:00');
    const status = async () => textOf((await owner.get(address)).body);
    await updateTranscription(`expected_at = '${at(-1_000)}'`);
    expect(await status()).toContain('Transcrevendo a fala… Está demorando mais que o previsto.');
    await updateTranscription(`expected_at = '${at(30_000)}'`);
    expect(await status()).toContain('Transcrevendo a fala… Falta cerca de 1 min');
    await change(
      celeste,
      `INSERT INTO jobs (name, payload, subject, status, attempts, run_at, last_error, created_at, updated_at)
       SELECT 'transcribe', '{}', 'transcription:' || id, 'waiting', 1, '${at(9_000_000)}', 'x', created_at, created_at
       FROM transcriptions WHERE public_id = '${address.split('/').at(-1)}'`,
    );
    const waiting = await status();
    expect(waiting).toContain('O serviço de transcrição falhou. Nova tentativa em cerca de 150 min.');
    expect(waiting).not.toContain('Falta cerca de');
  });

  it('answers 404 for what needs a finished transcript', async () => {
    await change(celeste, 'DELETE FROM transcripts');
    expect((await owner.get(`${address}/export.txt`)).status).toBe(404);
    expect((await owner.get(`${address}/speakers`)).status).toBe(404);
    expect((await owner.get(`${address}/words`)).status).toBe(404);
    const save = { intent: 'save', version: '1' };
    expect((await owner.post(address, save)).status).toBe(404);
  });
});

describeInBrowser('a transcription that failed', (browser) => {
  const fail = async (errorCode: string) => {
    await change(celeste, 'DELETE FROM transcripts');
    await change(celeste, `UPDATE jobs SET status = 'done'`);
    await updateTranscription(`status = 'failed', stage = NULL, error_code = '${errorCode}'`);
  };

  it('says so on its open progress page, with the reason and what to do', async () => {
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(address);
    await page.getByText('Transcrevendo a fala…').waitFor();
    await fail('transcription.engine-unavailable');
    await page.getByRole('heading', { name: 'A transcrição falhou' }).waitFor();
    await page.getByText('O serviço de transcrição não respondeu. Tente de novo mais tarde.').waitFor();
    expect(await page.locator('progress').count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Falar com o suporte' }).waitFor();
    await page.getByRole('button', { name: 'Enviar de novo' }).click();
    await page.getByText('Na fila.').waitFor();
    await page.context().close();
  });

  it('is reached from the library without scripts, and offers no attempt that would fail alike', async () => {
    await fail('media.no-speech');
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto('/transcriptions');
    await page.locator(`li h3 a[href="${address}"]`).click();
    await page.getByText('O arquivo de áudio está sem falas!').waitFor();
    expect(await page.getByRole('button', { name: 'Enviar de novo' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Enviar outra gravação' }).click();
    await page.waitForURL('**/transcriptions');
    await page.context().close();
  });

  it('is not found by anybody else, and leaves the page when it is deleted', async () => {
    await fail('media.no-speech');
    expect((await owner.get(address)).status).toBe(200);
    expect((await (await signUp(celeste)).get(address)).status).toBe(404);
    await updateTranscription(`status = 'processing', error_code = NULL`);
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(address);
    await page.locator('progress').waitFor();
    await updateTranscription(`public_id = 'gone-${Date.now()}'`);
    await page.locator('progress').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('tells of a stored recording how many hours to buy', async () => {
    await change(celeste, 'DELETE FROM transcripts');
    await updateTranscription(`status = 'stored', stage = NULL, duration_ms = 36000000`);
    const text = textOf((await owner.get(address)).body);
    expect(text).toContain('A gravação está armazenada');
    expect(text).toContain('Comprar as 10 horas que faltam');
  });
});
