import type { Page } from 'playwright-core';

/** The word that is highlighted as the one being played. */
export const currentWord = (page: Page) =>
  page.evaluate(() => {
    const [staticRange] = CSS.highlights.get('current-word') ?? [];
    if (!staticRange) return null;
    const range = document.createRange();
    range.setStart(staticRange.startContainer, staticRange.startOffset);
    range.setEnd(staticRange.endContainer, staticRange.endOffset);
    return range.toString();
  });
