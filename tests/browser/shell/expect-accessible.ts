import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '@/tests/support/until';

/** Viewport widths and colour schemes of the checks. */
export const VIEWPORTS = {
  NARROW: { width: 320, colorScheme: 'light' },
  NARROW_DARK: { width: 320, colorScheme: 'dark' },
  WIDE: { width: 1280, colorScheme: 'light' },
} as const;

export type Look = (typeof VIEWPORTS)[keyof typeof VIEWPORTS];

/** Width from which the month of a calendar has columns with events. */
const NARROW_GRID = 701;

/** Minified, since each document parses it anew. */
const AXE_FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Makes axe part of every document that the page opens. */
export const addAxe = (page: Page) => page.addInitScript({ path: AXE_FILE });

/** The rules that a colour scheme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** The rules that a missing or longer text can break. */
const TEXT_RULES = [
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-progressbar-name'],
  ...['aria-toggle-field-name', 'button-name', 'document-title', 'empty-heading', 'html-has-lang'],
  ...['image-alt', 'input-button-name', 'label', 'link-name', 'select-name', 'summary-name', 'target-size'],
];

/**
 * Asserts that axe finds no violations and that nothing overflows horizontally, in each look. In dark only
 * colours are checked, in English only what depends on its texts: all else was checked in Portuguese, in light.
 */
export async function expectAccessible(page: Page, looks: readonly Look[], lang: 'pt' | 'en'): Promise<void> {
  // The style sheet may load after the document.
  await page.waitForLoadState();
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The month of a calendar draws itself anew for a page of another width, and then what stands in its events.
    const other = width < NARROW_GRID ? '.sx__month-grid-day' : '.sx__month-agenda-day';
    await until(async () => (await page.locator(`${other}, .sx__event:empty`).count()) === 0, {
      what: 'the events of the grid',
    });
    const violations = await violationsOf(page, rulesFor(lang, colorScheme));
    expect({ width, colorScheme, violations }).toEqual({ width, colorScheme, violations: [] });
    expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
  }
}

function rulesFor(lang: 'pt' | 'en', colorScheme: Look['colorScheme']): RunOptions {
  if (lang === 'en') return { runOnly: TEXT_RULES };
  if (colorScheme === 'dark') return { runOnly: COLOR_RULES };
  return { rules: { 'target-size': { enabled: true } } };
}

/** Accessibility violations found by axe, each with its element. */
async function violationsOf(page: Page, check: RunOptions): Promise<string[]> {
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...options,
      resultTypes: ['violations'],
      // Reads all style sheets anew, for a rule about sound that starts by itself: no page has any.
      preload: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} (${node.failureSummary})`),
    );
  }, check);
}

/** Horizontal overflow of the page, in pixels. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.scrollingElement!.clientWidth);
