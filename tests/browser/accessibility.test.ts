import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longSample, silence } from '../routes/recordings';
import { describeInBrowser, openPage } from '../support/browser';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { Person, signUp } from '../support/person';
import { transcribeSample } from './sample';

const LONG_TITLE = 'umnomesemespaçosqueninguémconseguequebraremduaslinhas'.repeat(4);

let dataDir: string;
let celeste: RunningCeleste;
/** Whose list shows every status; asleep, since its Celeste has no worker. */
let owner: Person & { email: string };
let transcript: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'celeste-browser-'));
  const working = await startCeleste({ dataDir });
  owner = await signUp(working, 'Ana Beatriz de Souza Albuquerque');
  transcript = await transcribeSample(owner);
  await owner.upload({ name: `${LONG_TITLE}.wav`, bytes: silence(1) });
  await listShows('failed', owner);
  await owner.upload({ name: 'no meio.wav', bytes: longSample(8) });
  await listShows('processing', owner);
  await working.stop();

  celeste = await startCeleste({ command: 'web', dataDir });
  owner = Object.assign(new Person(celeste.address), { email: owner.email });
  await owner.post('/login', { email: owner.email });
  await owner.post('/login/code', { intent: 'verify', code: (await celeste.mailTo(owner.email)).code });
  await owner.upload({ name: 'na fila.wav', bytes: silence(15 * 60) });
  await owner.upload({ name: 'guardada.wav', bytes: silence(15 * 60) });
});

afterAll(async () => {
  await celeste.stop();
  await rm(dataDir, { recursive: true });
});

async function listShows(status: string, person: Person): Promise<void> {
  while (!(await person.get('/transcriptions')).body.includes(`data-status="${status}"`)) await sleep(50);
}

/** Every page of Celeste, as somebody comes to see it. */
const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  login: (page) => page.goto('/login'),
  'login with a mistake': async (page) => {
    await page.goto('/login');
    await page.getByLabel('E-mail').or(page.getByLabel('Email')).press('Enter');
    await page.locator('#email-error').waitFor();
  },
  'sign-up': (page) => page.goto('/signup'),
  'sign-up with mistakes': async (page) => {
    await page.goto('/signup');
    await page.locator('#name').press('Enter');
    await page.locator('#terms-error').waitFor();
  },
  code: async (page) => {
    await page.goto('/login');
    await page.locator('#email').fill(`${crypto.randomUUID()}@example.com`);
    await page.locator('#email').press('Enter');
    await page.locator('#code').waitFor();
  },
  'mailed link': (page) => page.goto('/validation/a/b'),
};

const PAGES_OF_MEMBERS: typeof PAGES = {
  'list with every status': async (page) => {
    await page.goto('/transcriptions');
    const statuses = await page
      .locator('[data-status]')
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.status).sort());
    expect(statuses).toEqual(['failed', 'pending', 'processing', 'stored', 'succeeded']);
  },
  'upload with a mistake': async (page) => {
    await page.goto('/transcriptions');
    await page.locator('#file').setInputFiles({ name: 'a.exe', mimeType: 'x/y', buffer: Buffer.from('MZ') });
    await page.locator('form[enctype] button').click();
    await page.locator('#file-error').waitFor();
  },
  transcript: async (page) => {
    await page.goto(transcript);
    await page.locator('main details summary').click();
  },
  'error page': (page) => page.goto('/transcriptions/unknown'),
};

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

describeInBrowser('for everyone', (browser) => {
  describe.each(['pt', 'en'] as const)('in %s', (lang) => {
    const check = async (visit: (page: Page) => Promise<unknown>, as: Person) => {
      await as.post('/language', { lang });
      const page = await openPage(browser(), celeste, { as });
      await visit(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'pt' ? 'pt-BR' : 'en');
      for (const { width, colorScheme } of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect({ width, colorScheme, violations: await violationsOf(page) }).toEqual({
          ...{ width, colorScheme, violations: [] },
        });
        expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
      }
      await page.context().close();
    };

    it.each(Object.keys(PAGES))('%s', (name) => check(PAGES[name]!, new Person(celeste.address)));

    it('an empty list', async () => {
      await check((page) => page.goto('/transcriptions'), await signUp(celeste));
    });

    it.each(Object.keys(PAGES_OF_MEMBERS))('%s', (name) => check(PAGES_OF_MEMBERS[name]!, owner));
  });

  describe('by keyboard alone', () => {
    it('login: past the frame to the form, and to the code', async () => {
      const page = await openPage(browser(), celeste);
      await page.goto('/login');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Ir para o conteúdo');
      expect(
        await page.locator(':focus').evaluate((link) => link.getBoundingClientRect().top),
      ).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('content');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('E-mail');
      await page.keyboard.type('ana@example.com');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Enviar código');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/login\/code/);
      await page.context().close();
    });

    it('list: frame, upload form, list, each in the order it is read', async () => {
      await owner.post('/language', { lang: 'pt' });
      const page = await openPage(browser(), celeste, { as: owner });
      await page.goto('/transcriptions');
      const stops = await tabStops(page);
      const inOrder = [
        'Ir para o conteúdo',
        'Celeste',
        'Idioma da gravação',
        'Arquivo de áudio ou vídeo',
        'Transcrever',
        'Atualizar',
      ];
      expect(stops.filter((stop) => inOrder.includes(stop))).toEqual(inOrder);
      expect(stops).toContain('Sair');
      await page.context().close();
    });

    it('transcript: every time link is a stop, no word is', async () => {
      const page = await openPage(browser(), celeste, { as: owner });
      await page.goto(transcript);
      const links = await page.locator('a[href^="?t="]').allInnerTexts();
      const stops = await tabStops(page);
      expect(stops.filter((stop) => links.includes(stop))).toEqual(links);
      expect(stops.length).toBeLessThan(links.length + 25);
      await page.context().close();
    });
  });
});

/** What axe finds, each with where it found it. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      rules: { 'target-size': { enabled: true } },
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} (${node.failureSummary})`),
  );
}

/** How many pixels of the page lie outside the window to its right. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.scrollingElement!.scrollWidth - document.scrollingElement!.clientWidth);

/** What has the focus: its label, id, text or tag; '' for nothing. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    if (element === document.body) return '';
    return element.labels?.[0]?.innerText ?? (element.id || element.textContent!.trim() || element.tagName);
  });

/** What Tab stops at, from the top of the page to its end. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop === '' || stops.length > 200) return stops;
    stops.push(stop);
  }
}
