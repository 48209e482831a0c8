import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rows } from '@/tests/http/platform/data-dir';
import { silence } from '@/tests/http/transcription/recordings';
import { switchVideosOn } from '@/tests/http/transcription/videos';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { startVideoServer, type VideoServer } from '@/tests/support/video-server';

const ID = 'abc-EFG_123';

let celeste: RunningCeleste;
let site: VideoServer;

beforeAll(async () => {
  site = await startVideoServer();
  site.videos.set(ID, { title: 'Ata da reunião', seconds: 3, sound: silence(3) });
  celeste = await startCeleste({ command: 'web', env: { YOUTUBE_BASE_URL: site.url } });
  await switchVideosOn(celeste);
});

afterAll(async () => {
  await celeste.stop();
  site.stop();
});

describeInBrowser('a video by its link', (browser) => {
  let person: TestUser & { email: string };
  let page: Page;

  beforeEach(async () => {
    person = await signUp(celeste);
    page = await openPage(browser(), celeste, { as: person });
    await page.goto('/transcriptions');
    await page.waitForLoadState('networkidle');
    return () => page.context().close();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Transcrever do YouTube' });
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const open = () => page.getByRole('link', { name: 'Transcrever do YouTube' }).click();
  const link = () => dialog().getByLabel('Link do vídeo');

  it('is sent in two steps, the first of which requires a link', async () => {
    await open();
    expect(await button('Próximo').getAttribute('aria-disabled')).toBe('true');
    await link().fill('https://vimeo.com/12345678901');
    expect(await button('Próximo').getAttribute('aria-disabled')).toBe('true');
    await dialog().getByText('Cole o link de um vídeo do YouTube para continuar.').waitFor();
    await hasNoViolations();
    await link().fill(`https://youtu.be/${ID}`);
    expect(await button('Próximo').getAttribute('aria-disabled')).toBeNull();
    await page.keyboard.press('Enter');
    await dialog().getByText('Ata da reunião').waitFor();
    await hasNoViolations();
    await dialog().getByRole('link', { name: 'Voltar' }).click();
    await link().fill(`https://www.youtube.com/shorts/${ID}`);
    await button('Próximo').click();
    await dialog().getByLabel('Idioma da gravação').selectOption('en');
    await button('Transcrever Agora').click();
    await dialog().getByText('Confirme que você tem o direito').first().waitFor();
    await dialog().getByLabel('Tenho o direito de usar o áudio').check();
    await button('Transcrever Agora').click();
    await page.getByText('Arquivo enviado para transcrição').waitFor();
    expect(await dialog().count()).toBe(0);
    const own = await rows(
      celeste,
      `SELECT title, t.language, video_id FROM transcriptions t JOIN users u ON u.id = t.user_id
       WHERE u.email = '${person.email}'`,
    );
    expect(own).toEqual([{ title: 'Ata da reunião', language: 'en', video_id: ID }]);
  });

  it('is discarded when its dialog closes', async () => {
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(3, 3)]) {
      await open();
      await link().fill(`https://youtu.be/${ID}`);
      await close();
      await expect.poll(() => dialog().count()).toBe(0);
      await open();
      expect(await link().inputValue()).toBe('');
      await page.keyboard.press('Escape');
    }
  });

  async function hasNoViolations(): Promise<void> {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run(document),
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});
