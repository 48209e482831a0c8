import type { Locator, Page } from 'playwright-core';

/** Height of an hour in the grid, in pixels. */
export const HOUR = 48;

/** An event as the grid shows it. */
export const eventIn = (page: Page, id: string): Locator =>
  page.locator(`.sx__event[data-event-id="${id}"]`).first();

/** What a screen reader says, and the clock that only is seen. */
export const labelOf = (page: Page, id: string) => eventIn(page, id).textContent();

export const waitForLabel = (page: Page, id: string, part: string): Promise<void> =>
  page.locator(`.sx__event[data-event-id="${id}"]`, { hasText: part }).first().waitFor();

interface Drag {
  right?: number;
  down?: number;
  fromEnd?: boolean;
  beforeRelease?: () => Promise<unknown>;
}

/** schedule-x takes a press for a drag after 150 ms. */
export async function drag(
  page: Page,
  id: string,
  { right = 0, down = 0, fromEnd, beforeRelease }: Drag,
): Promise<void> {
  const event = eventIn(page, id);
  await event.scrollIntoViewIfNeeded();
  const box = (await event.boundingBox())!;
  const isBar = box.height < 25 && box.width > 150;
  const x = fromEnd && isBar ? box.x + box.width - 3 : box.x + 40;
  const y = fromEnd && !isBar ? box.y + box.height - 3 : box.y + 8;
  const day = (await page.locator('.sx__time-grid-day').first().boundingBox())!.width;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(250);
  await page.mouse.move(x + right * day, y + down * HOUR, { steps: 6 });
  await beforeRelease?.();
  await page.mouse.up();
}
