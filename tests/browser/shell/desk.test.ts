import { beforeAll, expect, it } from 'vitest';
import { editable } from '@/tests/http/transcript/editable';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

let celeste: RunningCeleste;
let reader: TestUser;

beforeAll(async () => {
  celeste = await sharedCeleste();
  reader = await signUp(celeste);
  const read = await editable(celeste, reader);
  await editable(celeste, reader);
  await reader.get(`${read}?t=1.2`);
  // Shows the toast that is due.
  await reader.get('/dashboard');
});

describeInBrowser('the desk of the dashboard', (browser) => {
  it.each([
    [360, false],
    [360, true],
    [1280, true],
  ])('stands in line at %d (scripts: %s)', async (width, javaScriptEnabled) => {
    const viewport = { width, height: 800 };
    const page = await openPage(browser(), celeste, { as: reader, viewport, javaScriptEnabled });
    await page.goto('/dashboard');
    const box = async (selector: string) => (await page.locator(`main ${selector}`).first().boundingBox())!;

    const [greeting, button] = [await box('h1'), await box('a[href="#upload-title"]')];
    if (width < 500) expect(button.y - (greeting.y + greeting.height)).toBeGreaterThanOrEqual(12);

    const [head, row] = [await box('[aria-labelledby="list-title"] > div'), await box('li[data-status]')];
    expect([row.x, row.width]).toEqual([head.x, head.width]);

    const place = page.locator('[aria-labelledby="place-title"] p').first();
    const [link, time] = await place.evaluate((line) => {
      const time = document.createRange();
      time.selectNodeContents(line.lastChild!);
      return [line.querySelector('bdi')!, time].map((text) => text.getClientRects()[0]!.bottom);
    });
    expect(Math.abs(link! - time!)).toBeLessThan(1);
    await page.context().close();
  });
});
