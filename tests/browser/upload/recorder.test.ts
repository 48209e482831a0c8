import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { rows } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

describeInBrowser('recording with the microphone', (browser) => {
  let person: TestUser & { email: string };
  let page: Page;

  beforeEach(async () => {
    person = await signUp(celeste);
    page = await openPage(browser(), celeste, { as: person });
    await page.goto('/transcriptions');
    return () => page.context().close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const card = () => page.locator('[data-upload-card]');
  /** Recorded seconds as displayed. */
  const recorded = async () => Number((await page.getByRole('timer').innerText()).slice(-2));

  const own = () =>
    rows(
      celeste,
      `SELECT t.status, t.duration_ms, t.file_name FROM transcriptions t JOIN users u ON u.id = t.user_id
       WHERE u.email = '${person.email}'`,
    );

  async function send(): Promise<void> {
    await expect.poll(() => card().innerText()).toMatch(/webm[\s\S]*00:00:0\d/);
    await card().getByRole('button', { name: 'Transcrever' }).click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    const [{ status, duration_ms: durationMs, file_name: fileName }] = (await own()) as [
      Record<string, unknown>,
    ];
    expect([status, fileName]).toEqual([
      'pending',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d\.\d\d\.webm$/),
    ]);
    expect(durationMs).toBeGreaterThan(1_000);
  }

  it('records with pauses and uploads the recording', async () => {
    await button('Gravar com o microfone').click();
    await expect.poll(recorded).toBeGreaterThan(0);
    await button('Pausar').click();
    await page.getByText('Gravação em pausa').waitFor();
    await button('Continuar').click();
    await expect.poll(recorded).toBeGreaterThan(1);
    await button('Usar gravação').click();
    await send();
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('ainda não foi enviada').count()).toBe(0);
  });

  it('survives the tab being closed', async () => {
    await button('Gravar com o microfone').click();
    await expect.poll(recorded).toBeGreaterThan(1);
    const later = await page.context().newPage();
    await page.close();
    page = later;
    await page.goto('/transcriptions');
    await page.getByText('Esta gravação ficou guardada neste navegador').waitFor();
    await button('Usar gravação').click();
    await send();
  });

  it('is deleted when it is discarded', async () => {
    await button('Gravar com o microfone').click();
    await expect.poll(recorded).toBeGreaterThan(0);
    await button('Descartar').click();
    await button('Gravar com o microfone').waitFor();
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('ainda não foi enviada').count()).toBe(0);
  });
});
