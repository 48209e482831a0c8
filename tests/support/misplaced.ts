import type { Page } from 'playwright-core';

/**
 * Scrolls to each button, link and field that can be seen, as the keyboard focus does, and presses it in
 * thought: whatever else a press in its middle or at its edges would hit is reported.
 * @param within a selector; only elements inside of it are looked at
 */
export const misplaced = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const PRESSED = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
    const describe = (element: Element | null) =>
      element
        ? `<${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}>`
        : 'nothing';
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isShown && width > 2 && height > 2 && !element.matches(':disabled');
    };
    const pointsOf = ({ left, right, top, bottom }: DOMRect) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return [
        [x, y],
        [left + 2, y],
        [right - 2, y],
        [x, top + 2],
        [x, bottom - 2],
      ] as const;
    };
    const reaches = (element: Element, hit: Element | null) =>
      hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
    return [...document.querySelectorAll(selector)]
      .flatMap((root) => [...root.querySelectorAll(PRESSED)])
      .filter(isSeen)
      .flatMap((element) => {
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        const rects = [...element.getClientRects()].filter(({ width, height }) => width > 4 && height > 4);
        const hits = rects.flatMap(pointsOf).map(([x, y]) => document.elementFromPoint(x, y));
        const wrong = hits.find((hit) => !reaches(element, hit));
        return wrong === undefined ? [] : [`${describe(element)}: a press reaches ${describe(wrong)}`];
      });
  }, within);
