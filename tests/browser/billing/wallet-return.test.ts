import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage } from '@/tests/support/browser';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { StripeServer } from '@/tests/support/stripe';
import { signUp } from '@/tests/support/test-user';

const HOURS = { intent: 'hours', productId: 'celeste_hour', quantity: '2' };

describeInBrowser('the return from a payment', (browser) => {
  let stripe: StripeServer;
  let celeste: RunningCeleste;

  beforeAll(async () => {
    stripe = await new StripeServer().start();
    celeste = await startCeleste({ command: 'web', env: stripe.environment });
  });

  afterAll(async () => {
    await celeste.stop();
    await stripe.stop();
  });

  it.each([
    ['with scripts', { javaScriptEnabled: true, viewport: { width: 1280, height: 900 } }],
    ['without scripts, on a phone', { javaScriptEnabled: false, viewport: { width: 320, height: 700 } }],
  ])('shows where a boleto is paid, at an address without query, %s', async (_how, options) => {
    const buyer = await signUp(celeste);
    await buyer.post('/wallet', HOURS);
    const { id, success_url: address } = stripe.lastSession;
    stripe.pay(id, { later: 'boleto' });
    const page = await openPage(browser(), celeste, { as: buyer, ...options });
    await page.goto(address!.replace(/^https?:\/\/[^/]+/, celeste.address));
    expect(new URL(page.url())).toMatchObject({ pathname: '/wallet', search: '' });
    const vouchers = page.getByRole('link', { name: 'Abrir boleto' });
    expect(await vouchers.count()).toBe(2);
    expect(await vouchers.first().getAttribute('href')).toMatch(`${stripe.url}/vouchers/`);
    expect(await page.getByText('Aguardando pagamento: 2 horas de transcrição').isVisible()).toBe(true);
    const hasOverflow = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await page.evaluate(hasOverflow)).toBe(false);
    stripe.settle(id, 'succeeded');
    await page.goto(address!.replace(/^https?:\/\/[^/]+/, celeste.address));
    expect(new URL(page.url())).toMatchObject({ pathname: '/wallet', search: '' });
    expect(await page.getByText('Pagamento efetuado com sucesso!').isVisible()).toBe(true);
    expect(await vouchers.count()).toBe(0);
    for (const quantity of ['3', '4']) await buyer.post('/wallet', { ...HOURS, quantity });
    stripe.expire(stripe.lastSession.id);
    await page.goto(stripe.lastSession.success_url!.replace(/^https?:\/\/[^/]+/, celeste.address));
    expect(await page.getByText('O prazo para pagar este pedido terminou').isVisible()).toBe(true);
    const rowOf = (hours: number) => page.getByRole('row', { name: `${hours} horas de transcrição` });
    expect(await rowOf(4).innerText()).toMatch(/NÃO PAGO\s+Expirada/);
    expect(await rowOf(3).innerText()).toMatch(/NÃO PAGO\s+Cancelada/);
    expect(await page.evaluate(hasOverflow)).toBe(false);
    await page.context().close();
  });
});
