import path from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { rows } from '@/tests/http/platform/data-dir';
import { describeInBrowser, findChromium, launch, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';
import { SLOW } from '@/tests/support/until';

/** The first words that are spoken in the sample. */
const FIRST_WORDS = /bom dia/i;

let celeste: RunningCeleste;
let speaking: Browser;

beforeAll(async () => {
  celeste = await startCeleste();
  const executablePath = findChromium();
  if (executablePath)
    speaking = await launch(executablePath, path.join(projectDir, 'public/sample/reuniao.wav'));
});

afterAll(async () => {
  await speaking?.close();
  await celeste.stop();
});

describeInBrowser('text while one dictates', () => {
  let page: Page;

  beforeEach(async () => {
    page = await openPage(speaking, celeste, { as: await signUp(celeste) });
    await page.goto('/transcriptions');
    return () => page.context().close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heard = () => page.getByRole('log', { name: 'Texto ouvido até agora' });
  /** Recorded seconds as displayed. */
  const timer = async () => {
    const [minutes, seconds] = (await page.getByRole('timer').innerText()).split(':').slice(-2).map(Number);
    return 60 * minutes! + seconds!;
  };
  const dictations = () => rows(celeste, 'SELECT public_id, size_bytes FROM dictations');
  const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

  async function recordUntilHeard(): Promise<string> {
    await button('Gravar com o microfone').click();
    await page.getByText('o que é dito também vai ao servidor').waitFor();
    await expect.poll(() => heard().innerText(), SLOW).not.toBe('');
    return heard().innerText();
  }

  it('appears below the clock, and stays when the recording is used', async () => {
    const text = await recordUntilHeard();
    expect(text).toMatch(FIRST_WORDS);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run(document),
    );
    expect(violations.map(({ id }) => id)).toEqual([]);
    await button('Pausar').click();
    await page.getByText('Gravação em pausa').waitFor();
    await button('Continuar').click();
    const before = await timer();
    await expect.poll(timer).toBeGreaterThan(before + 1);
    await button('Usar gravação').click();
    const card = page.locator('[data-upload-card]');
    await card.getByRole('button', { name: 'Transcrever' }).click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    const utterances = async () => (await rows(celeste, 'SELECT utterances FROM transcripts'))[0]?.utterances;
    await expect.poll(utterances, SLOW).toBeDefined();
    const final = (JSON.parse(String(await utterances())) as { text: string }[])
      .map((one) => one.text)
      .join(' ');
    expect(words(final).slice(0, words(text).length)).toEqual(words(text));
    expect(await dictations()).toEqual([]);
  });

  it('goes when the recording is discarded', async () => {
    await recordUntilHeard();
    expect(await dictations()).toHaveLength(1);
    await button('Descartar').click();
    await expect.poll(dictations).toEqual([]);
  });

  it('is missing while the server is in trouble, and the recording is not', async () => {
    await page.route('**/dictations**', (route) => route.abort());
    await button('Gravar com o microfone').click();
    await expect.poll(timer).toBeGreaterThan(2);
    expect(await heard().count()).toBe(0);
    await button('Usar gravação').click();
    await page.locator('[data-upload-card]').getByText('.webm').first().waitFor();
  });
});
