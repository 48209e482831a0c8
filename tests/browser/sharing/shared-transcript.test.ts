import { beforeAll, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

describeInBrowser('a shared transcript', (browser) => {
  it('seeks the recording by its time links, without loading the page again', async () => {
    const owner = await signUp(celeste);
    const transcript = await editable(celeste, owner);
    await owner.post(`${transcript}/share`, { intent: 'create', days: '7', audio: 'on' });
    const link = /\/shared\/[\w-]+/.exec((await owner.get(`${transcript}/share`)).body)?.[0];
    const page = await openPage(browser(), celeste);
    await page.goto(link ?? '', { waitUntil: 'networkidle' });
    await page.locator('a[href^="?t="]').last().click();
    const position = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    await expect.poll(position).toBeGreaterThan(1);
    expect(page.url()).toBe(celeste.address + link);
    await page.context().close();
  });
});
