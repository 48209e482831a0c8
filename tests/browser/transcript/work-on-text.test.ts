import { beforeAll, beforeEach, expect, it } from 'vitest';
import { change, rows } from '@/tests/http/platform/data-dir';
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
});

/** A job on the text that no worker takes before tomorrow. @returns ends it */
async function startAlignment(): Promise<() => Promise<unknown>> {
  const publicId = address.split('/').at(-1);
  const [found] = await rows(celeste, `SELECT id FROM transcriptions WHERE public_id = '${publicId}'`);
  const subject = `transcription:${found!.id}`;
  const at = (ms: number) =>
    new Date(Date.now() + ms).toISOString().replace('T', ' ').replace('Z', ' +00:00');
  await change(
    celeste,
    `INSERT INTO jobs (name, payload, subject, status, attempts, run_at, created_at, updated_at)
     VALUES ('align-words', '{}', '${subject}', 'waiting', 0, '${at(86_400_000)}', '${at(0)}', '${at(0)}')`,
  );
  return () => change(celeste, `DELETE FROM jobs WHERE subject = '${subject}'`);
}

describeInBrowser('a text that a job works on', (browser) => {
  it('is shown anew when the job is over', async () => {
    const end = await startAlignment();
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(address);
    const alert = page.getByText('Alinhando o texto ao áudio…');
    await alert.waitFor();
    await end();
    await alert.waitFor({ state: 'detached' });
    expect(await page.getByText('O texto mudou.').count()).toBe(0);
    await page.context().close();
  });

  it('is not taken away from whoever edits it', async () => {
    const end = await startAlignment();
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(address);
    await page.locator('[data-part="toolbar"] [data-do="edit"]').click();
    await page.locator('[data-editing]').first().waitFor();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await end();
    await page.getByText('O texto mudou.').waitFor();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await page.getByRole('link', { name: 'Atualizar' }).click();
    await page.waitForFunction(() => !('isSame' in window));
    expect(await page.getByText('O texto mudou.').count()).toBe(0);
    await page.context().close();
  });

  it('is asked for by a link without scripts', async () => {
    const end = await startAlignment();
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled: false });
    await page.goto(address);
    const alert = page.getByText('Alinhando o texto ao áudio…');
    expect(await alert.count()).toBe(1);
    await end();
    await page.getByRole('link', { name: 'Atualizar' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
