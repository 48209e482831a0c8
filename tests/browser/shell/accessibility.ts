import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { change, rows } from '@/tests/http/platform/data-dir';
import { describeInBrowser, openPage, signInto } from '@/tests/support/browser';
import { signUp, TestUser } from '@/tests/support/test-user';
import { EVERY_PAGE, openConflict } from './every-page';
import { addAxe, expectAccessible, type Look, overflowOf, VIEWPORTS } from './expect-accessible';
import { publishAd, type Scene, setUpScene } from './scene';

type PageAction = (page: Page) => Promise<unknown>;

const { NARROW, NARROW_DARK, WIDE } = VIEWPORTS;

/**
 * The looks in which pages are checked with their scripts and without: no style depends on scripts, and no colour
 * on the width. English only changes texts: they need names, and room on the narrow page.
 */
const LOOKS = {
  pt: { withScripts: [NARROW, NARROW_DARK], withoutScripts: [WIDE] },
  en: { withScripts: [NARROW], withoutScripts: [] },
};

/** Where there is no page without scripts. */
const IN_EVERY_WAY = { pt: [NARROW, NARROW_DARK, WIDE], en: [NARROW] };

/**
 * Blocks the page's own scripts; axe itself needs JavaScript. Not by `page.route`, which turns off the cache.
 */
async function blockScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*.js'] });
}

/** Checks every page in one language, on an instance of its own. */
export function describeAccessibility(lang: 'pt' | 'en'): void {
  let scene: Scene;

  beforeAll(async () => {
    scene = await setUpScene();
  });

  afterAll(() => scene.tearDown());

  describeInBrowser(`for everyone in ${lang}`, (browser) => {
    // The same two pages for all visits: a new one costs two processes, and reads styles and scripts anew.
    let profile: BrowserContext;
    const pages = new Map<'with scripts' | 'without scripts', Page>();
    const inLanguage = new Set<TestUser>();

    beforeAll(async () => {
      profile = await browser().newContext({ baseURL: scene.celeste.address });
    });

    afterAll(() => profile.close());

    const pageFor = async (scripts: 'with scripts' | 'without scripts') => {
      const page = pages.get(scripts) ?? (await profile.newPage());
      if (!pages.has(scripts)) {
        await addAxe(page);
        if (scripts === 'without scripts') await blockScripts(page);
      }
      pages.delete(scripts);
      return page;
    };
    const checkIn = async (
      scripts: 'with scripts' | 'without scripts',
      visit: PageAction,
      as: TestUser,
      looks: readonly Look[],
    ) => {
      if (looks.length === 0) return;
      const page = await pageFor(scripts);
      if (!inLanguage.has(as)) await as.post('/language', { lang });
      inLanguage.add(as);
      await profile.clearCookies();
      await signInto(profile, scene.celeste, as);
      await visit(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'pt' ? 'pt-BR' : 'en');
      await expectAccessible(page, looks, lang);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.unrouteAll();
      // Only after a success: what a failed visit left behind must not fail the next one.
      pages.set(scripts, page);
    };
    const checkWithScripts = (visit: PageAction, as: TestUser, looks?: readonly Look[]) =>
      checkIn('with scripts', visit, as, looks ?? LOOKS[lang].withScripts);
    const checkWithoutScripts = (visit: PageAction, as: TestUser) =>
      checkIn('without scripts', visit, as, LOOKS[lang].withoutScripts);
    const check = async (visit: PageAction, as: TestUser) => {
      await checkWithScripts(visit, as);
      await checkWithoutScripts(visit, as);
    };

    it.each(EVERY_PAGE)('$name', ({ visit, as, needsScripts }) =>
      checkWithScripts(
        (page) => visit(page, scene),
        as(scene),
        needsScripts ? IN_EVERY_WAY[lang] : undefined,
      ),
    );

    const checkedWithoutScripts = LOOKS[lang].withoutScripts.length
      ? EVERY_PAGE.filter(({ needsScripts }) => !needsScripts)
      : [];

    it.each(checkedWithoutScripts)('$name, without scripts', ({ visit, as }) =>
      checkWithoutScripts((page) => visit(page, scene), as(scene)),
    );

    it('an empty list', async () => {
      await check((page) => page.goto('/transcriptions'), await signUp(scene.celeste));
    });

    it('the questionnaire, over a page and on its own', async () => {
      const newcomer = await signUp(scene.celeste, 'Ana', { isWelcomed: false });
      const next = (question: string, answer: string) =>
        newcomer.post(`/onboarding?step=${question}`, { intent: 'next', [question]: answer });
      await checkWithScripts(async (page) => {
        await page.goto('/dashboard');
        await page.locator('dialog[open]').waitFor();
      }, newcomer);
      await checkWithoutScripts((page) => page.goto('/dashboard'), newcomer);
      await checkWithoutScripts(async (page) => {
        await page.goto('/onboarding');
        await page.locator('main button[type="submit"]').click();
        await page.locator('#userType-error').waitFor();
      }, newcomer);
      await next('userType', 'company');
      await check((page) => page.goto('/onboarding?step=company'), newcomer);
      await next('company', 'Rádio Céu');
      await next('sector', 'Saúde');
      await next('frequency', 'Mensalmente');
      await next('goal', 'conteúdo');
      await check((page) => page.goto('/onboarding?step=end'), newcomer);
    });

    it('a wallet with a plan and payments, and the page that cancels the plan', async () => {
      const subscriber = await signUp(scene.celeste);
      const plan = { intent: 'subscription', priceId: 'celeste_light_yearly' };
      const hours = { intent: 'hours', productId: 'celeste_hour', quantity: '2' };
      const [subscription, left] = [
        await subscriber.post('/wallet', plan),
        await subscriber.post('/wallet', hours),
      ];
      await subscriber.post(subscription.location!, { intent: 'pay' });
      await subscriber.post(left.location!, { intent: 'cancel' });
      await check((page) => page.goto('/wallet?billing=year'), subscriber);
      await check((page) => page.goto(subscription.location!), subscriber);
      await check((page) => page.goto('/test-checkout'), subscriber);
    });

    it('an advertisement, as a card and as a dialog', async () => {
      const { celeste, administrator } = scene;
      await publishAd(scene);
      const card = await openPage(browser(), celeste, { as: administrator, javaScriptEnabled: false });
      await card.setViewportSize({ width: 320, height: 800 });
      await card.goto('/dashboard');
      expect(await card.locator('dialog').isVisible()).toBe(true);
      expect(await overflowOf(card)).toBe(0);
      await card.context().close();
      await checkWithoutScripts((page) => page.goto('/dashboard'), administrator);
      await checkWithScripts(async (page) => {
        await page.goto('/dashboard');
        await page.locator('dialog:modal').waitFor();
      }, administrator);
      await change(celeste, 'DELETE FROM ads');
    });

    it('the confidence of a text on the first opening', async () => {
      const { celeste, owner, transcript } = scene;
      await change(celeste, "UPDATE transcriptions SET model_name = 'full', confidence_score = 50");
      const show = async (page: Page) => {
        await change(celeste, 'UPDATE transcriptions SET confidence_seen_at = NULL');
        await page.goto(transcript);
        await page.locator('#confidence-title').waitFor();
      };
      await checkWithoutScripts(show, owner);
      await checkWithScripts(show, owner);
      await owner.post(transcript, { intent: 'confidence' });
      await change(celeste, "UPDATE transcriptions SET model_name = 'demo'");
    });

    it('the dialog of an edit conflict', async () => {
      const { owner, transcript } = scene;
      await checkWithScripts((page) => openConflict(page, scene), owner);
      await owner.post(transcript, { intent: 'discard', version: '2' });
    });

    it('maintenance mode, and the impersonation bar of administrators', async () => {
      const { celeste, owner, administrator } = scene;
      const guest = new TestUser(celeste.address);
      await guest.post('/language', { lang });
      await administrator.post('/admin/features', { intent: 'maintenance', state: 'on' });
      const { publicId } = administrator;
      const [person] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${owner.email}'`);
      await administrator.post(`/login-admin-as-user/${person!.public_id}/${publicId}`);
      await check((page) => page.goto('/wallet'), administrator);
      await check((page) => page.goto('/wallet'), guest);
      await administrator.post('/stop-acting');
      await administrator.post('/admin/features', { intent: 'maintenance', state: 'off' });
    });
  });
}
