import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let owner: TestUser;
let versions: string;

const SENTENCES = Array.from({ length: 30 }, (_, index): [string, string] => [
  index % 2 ? 'B' : 'A',
  `esta é a fala número ${index} da audiência de hoje`,
]);

beforeAll(async () => {
  celeste = await sharedCeleste('web');
  owner = await signUp(celeste);
  const transcript = await editable(celeste, owner, SENTENCES);
  versions = `${transcript}/versions`;
  const replace = (index: number, text: string) => ({
    id: crypto.randomUUID(),
    change: {
      kind: 'replace',
      ids: [`1.${index}`],
      blocks: [{ id: crypto.randomUUID(), speaker: index % 2 ? 'Dra. Ana Souza' : 'A', text }],
    },
  });
  const changes = [
    { id: crypto.randomUUID(), change: { kind: 'rename', from: 'B', to: 'Dra. Ana Souza' } },
    replace(4, 'esta é a fala número quatro da audiência de hoje'),
    replace(20, 'esta é a fala número 20 da longa audiência de hoje'),
    replace(21, 'esta é a fala número 21 da audiência'),
  ];
  await owner.request(`${transcript}/draft`, {
    method: 'POST',
    body: JSON.stringify({ version: 1, lastChangeId: null, changes }),
    headers: { Origin: celeste.address, 'Content-Type': 'application/json' },
  });
  await owner.post(transcript, { intent: 'save', version: '1' });
});

describeInBrowser('the versions of a transcript', (browser) => {
  const texts = (page: Page, selector: string) => page.locator(`#comparison ${selector}`).allInnerTexts();

  it.each([true, false])('compare by word, change by change (scripts: %s)', async (javaScriptEnabled) => {
    const page = await openPage(browser(), celeste, { as: owner, javaScriptEnabled });
    await page.goto(`${versions}?compare=1`);
    expect(await texts(page, 'del')).toEqual(['4', 'de hoje']);
    expect(await texts(page, 'ins')).toEqual(['quatro', 'longa']);
    const renamed = page.getByText('Pessoa B agora é Dra. Ana Souza, em 15 falas');
    expect(await renamed.count()).toBe(1);

    const folded = page.locator('#comparison summary');
    expect(await folded.allInnerTexts()).toEqual([
      '… 3 falas iguais',
      '… 13 falas iguais',
      '… 7 falas iguais',
    ]);
    const hidden = page.getByText('fala número 12 da audiência');
    expect(await hidden.isVisible()).toBe(false);
    await folded.nth(1).click();
    expect(await hidden.isVisible()).toBe(true);

    await page.getByRole('link', { name: 'Ir para a primeira' }).click();
    const place = page.getByText(/^Alteração \d de 3$/).and(page.locator(':visible'));
    expect(await place.innerText()).toBe('Alteração 1 de 3');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => place.innerText()).toBe('Alteração 2 de 3');
    const isInView = await page
      .locator('ins', { hasText: 'longa' })
      .evaluate((element) => element.getBoundingClientRect().top < window.innerHeight);
    expect(isInView).toBe(true);
    await page.getByRole('link', { name: 'Próxima' }).click();
    await expect.poll(() => place.innerText()).toBe('Alteração 3 de 3');
    expect(await page.getByRole('link', { name: 'Próxima' }).count()).toBe(0);
    await page.context().close();
  });

  it('are chosen for both sides, named, and read before one is brought back', async () => {
    const page = await openPage(browser(), celeste, { as: owner });
    await page.goto(versions);
    await page.getByLabel('De', { exact: true }).selectOption('2');
    await page.getByLabel('Para', { exact: true }).selectOption('1');
    await page.getByRole('button', { name: 'Comparar', exact: true }).click();
    await page.getByRole('heading', { name: 'Alterações da versão 2 para a versão 1' }).waitFor();
    expect(await texts(page, 'ins')).toEqual(['4', 'de hoje']);

    const first = page.locator('#version-1');
    await first.getByText('Dar nome').click();
    await first.getByLabel('Nome da versão 1').fill('Enviada ao juízo');
    await first.getByRole('button', { name: 'Salvar nome' }).click();
    await page.getByRole('heading', { name: 'Versão 1 · Enviada ao juízo' }).waitFor();

    await first.getByRole('link', { name: 'Ler' }).click();
    const reading = page.locator('#text');
    await reading.getByText('esta é a fala número 4 da audiência de hoje').waitFor();
    expect(await reading.getByText('00:00:00').count()).toBe(1);
    await reading.getByRole('button', { name: 'Restaurar esta versão' }).click();
    await page.getByText('Versão restaurada').waitFor();
    await page.context().close();
  });
});
