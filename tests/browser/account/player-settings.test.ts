import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { sharedCeleste } from '@/tests/support/celeste';
import { signUp } from '@/tests/support/test-user';

describeInBrowser('the keys of the player', (browser) => {
  it('are pressed into their fields, in a dialog over the profile', async () => {
    const celeste = await sharedCeleste();
    const page = await openPage(browser(), celeste, { as: await signUp(celeste) });
    await page.goto('/account');
    await page.waitForLoadState('networkidle');
    await page.locator('main a[href="/account/player"]').click();
    const dialog = page.locator('dialog[open]');
    const field = (label: string) => dialog.getByLabel(label);
    const values = () =>
      dialog
        .locator('input[name^=key_]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

    await field('Reproduzir ou pausar').press('F4');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Shift+l');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await page.keyboard.press('b');
    expect(await values()).toEqual(['F4', 'Ctrl + Shift + L', '', 'B']);
    await page.keyboard.press('Enter');
    await dialog.locator('#key_repeat-error').waitFor();
    expect(await values()).toEqual(['F4', 'Ctrl + Shift + L', '', 'B']);
    await field('Repetir a fala').press('Pause');
    await page.keyboard.press('Enter');
    await dialog.getByText('Atalhos e reprodução salvos.').waitFor();
    expect(await values()).toEqual(['F4', 'Ctrl + Shift + L', '', 'Pause']);
    await field('Repetir a fala').press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
