import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { builtCommand } from '@/tests/support/built';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type SentWebhook, StripeServer } from '@/tests/support/stripe';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { addToken } from '../api/add-token';
import { ApiClient } from '../api/api-client';
import { change, readAllData, rows } from '../platform/data-dir';
import { mainOf, summaryOf, textOf } from '../platform/page';

let stripe: StripeServer;
let celeste: RunningCeleste;
let person: TestUser & { email: string };

beforeAll(async () => {
  stripe = await new StripeServer().start();
  celeste = await startCeleste({ command: 'web', env: stripe.environment });
  person = await signUp(celeste);
});

// All users share one IP address.
beforeEach(() => change(celeste, 'DELETE FROM rate_limits'));

afterAll(async () => {
  await celeste.stop();
  await stripe.stop();
});

const HOURS = { intent: 'hours', productId: 'celeste_hour', quantity: '2' };
const LIGHT = { intent: 'subscription', priceId: 'celeste_light_monthly', quantity: '1' };

/** Posts a webhook event as Stripe does. @returns the status */
async function deliver({ body, signature }: Pick<SentWebhook, 'body' | 'signature'>): Promise<number> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
  const answer = await fetch(`${celeste.address}/webhooks/stripe`, { method: 'POST', body, headers });
  return answer.status;
}

async function minutesOf({ email }: { email: string }): Promise<Record<string, number>> {
  const accounts = await rows(
    celeste,
    `SELECT kind, balance_ms FROM wallet_accounts WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`,
  );
  return Object.fromEntries(accounts.map(({ kind, balance_ms }) => [kind, Number(balance_ms) / 60_000]));
}

/** Places an order with the wallet's form. @returns the Stripe checkout */
async function order(buyer: TestUser, fields: Record<string, string>): Promise<string> {
  const begun = await buyer.post('/wallet', fields);
  const { id, url } = stripe.lastSession;
  expect([begun.status, begun.location]).toEqual([303, url]);
  return id;
}

describe('hours through Stripe', () => {
  it('are paid on its page, credited by its webhook, with a toast on return', async () => {
    const wallet = await person.get('/wallet');
    expect(wallet.headers.get('Content-Security-Policy')).toContain(`form-action 'self' ${stripe.url}`);
    expect(textOf(wallet.body)).not.toContain('modo de teste');
    const checkout = await order(person, HOURS);
    stripe.pay(checkout);
    expect(await minutesOf(person)).toMatchObject({ bought: 0 });
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    expect(await minutesOf(person)).toMatchObject({ bought: 120 });

    const { pathname, search } = new URL(stripe.lastSession.success_url!);
    const back = await person.get(pathname + search);
    expect([back.status, back.location]).toEqual([302, '/wallet']);
    const thanked = await person.get('/wallet');
    expect(textOf(thanked.body)).toContain('Pagamento efetuado com sucesso!');
    const receipt = /\/wallet\/receipts\/[\w-]+/.exec(mainOf(thanked.body))![0];
    expect((await person.get(receipt)).location).toMatch(`${stripe.url}/invoices/`);
    expect(await minutesOf(person)).toMatchObject({ bought: 120 });
  });

  it('are bought by a program: its address leads to the page, its orders and balance follow', async () => {
    const buyer = await signUp(celeste);
    const api = new ApiClient(celeste.address, await addToken(celeste, buyer));
    const { funds: before } = (await api.get('/wallet/balance')).body as { funds: number };
    const begun = await api.post('/checkout/create-session', { productId: 'celeste_hour', quantity: 2 });
    expect(begun).toMatchObject({ status: 201, body: { url: stripe.lastSession.url } });
    expect((await api.get('/checkout/orders')).body).toMatchObject({ rows: [{ status: 'open' }], count: 1 });
    stripe.pay(stripe.lastSession.id);
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    expect((await api.get('/checkout/orders')).body).toMatchObject({ rows: [{ status: 'paid' }], count: 1 });
    const { funds } = (await api.get('/wallet/balance')).body as { funds: number };
    expect(funds - before).toBe(120 * 60_000);
    expect(await minutesOf(buyer)).toMatchObject({ bought: 120 });
  });

  it('by boleto or Pix are pending until they are paid', async () => {
    const buyer = await signUp(celeste);
    const checkout = await order(buyer, HOURS);
    stripe.pay(checkout, { later: true });
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    const { pathname, search } = new URL(stripe.lastSession.success_url!);
    await buyer.get(pathname + search);
    const page = textOf((await buyer.get('/wallet')).body);
    expect(page).toContain('Os minutos serão creditados assim que o pagamento for confirmado.');
    expect(page).toContain('NÃO PAGO');
    expect(await minutesOf(buyer)).toMatchObject({ bought: 0 });
    stripe.settle(checkout, 'succeeded');
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    expect(await minutesOf(buyer)).toMatchObject({ bought: 120 });
  });

  it('show what was paid for them, not what they cost before a coupon', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, HOURS), { totalCents: 3_990 });
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    const page = textOf(mainOf((await buyer.get('/wallet')).body));
    expect(page).toMatch(/2 horas de transcrição R\$\s39,90 PAGO/);
    expect(await minutesOf(buyer)).toMatchObject({ bought: 120 });
  });

  it('name the ways to pay that the account offers', async () => {
    expect(textOf((await person.get('/wallet')).body)).toContain('Pague com cartão, boleto ou Pix.');
    await person.post('/language', { lang: 'en' });
    const english = await person.get('/wallet');
    await person.post('/language', { lang: 'pt' });
    expect(textOf(english.body)).toContain('Pay with card, boleto, or Pix.');
  });

  it('cannot be ordered while Stripe is down, and the page shows an error', async () => {
    stripe.fail(400);
    try {
      const answer = await person.post('/wallet', HOURS);
      expect(answer.status).toBe(503);
      expect(summaryOf(answer.body)).toContain('Não foi possível concluir a criação do pedido');
    } finally {
      stripe.fail(null);
    }
  });
});

describe('the return from Stripe', () => {
  const PAID = 'Pagamento efetuado com sucesso!';

  /** Opens the address to which Stripe sends the buyer. @returns the text of the wallet after it */
  async function returnToWallet(
    buyer: TestUser,
    { success_url: address } = stripe.lastSession,
  ): Promise<string> {
    const { pathname, search } = new URL(address!);
    const back = await buyer.get(pathname + search);
    expect([back.status, back.location]).toEqual([302, '/wallet']);
    return textOf((await buyer.get('/wallet')).body);
  }

  it.each([
    ['hours', HOURS],
    ['a plan', LIGHT],
  ])('tells what is true of the payment of %s', async (_what, form) => {
    const buyer = await signUp(celeste);
    const declined = await order(buyer, form);
    expect(await returnToWallet(buyer)).toContain('Este pedido ainda não foi pago.');
    stripe.expire(declined);
    const left = await returnToWallet(buyer);
    expect(left).toContain('O prazo para pagar este pedido terminou, e nada foi cobrado.');
    expect(left).toMatch(/NÃO PAGO Expirada —/);
    expect(left).not.toMatch(/cancelada/i);
    const boleto = await order(buyer, form);
    stripe.pay(boleto, { later: 'boleto' });
    const awaited = await returnToWallet(buyer);
    expect(awaited).toContain('Os minutos serão creditados assim que o pagamento for confirmado.');
    expect(awaited).toMatch(
      /Aguardando pagamento: [^.]+ Vence em \d\d de \w{3} de \d{4} às \d\d:\d\d Abrir boleto/,
    );
    expect(awaited).toMatch(/NÃO PAGO Aguardando pagamento Vence em [^—]+ Abrir boleto —/);
    stripe.settle(boleto, 'failed');
    const failed = await returnToWallet(buyer);
    expect(failed).toContain('O prazo do boleto ou do código Pix terminou');
    expect(failed).toContain('NÃO PAGO Boleto vencido');
    expect([left, awaited, failed].filter((page) => page.includes(PAID))).toEqual([]);
    stripe.pay(await order(buyer, form));
    expect(await returnToWallet(buyer)).toContain(PAID);
  });

  it('says that it could not look yet while Stripe is down or slow', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, HOURS));
    const unknown = 'Ainda não foi possível consultar o pagamento.';
    stripe.fail(400);
    try {
      expect(await returnToWallet(buyer)).toContain(unknown);
    } finally {
      stripe.fail(null);
    }
    stripe.delayMs = 8_000;
    try {
      const begun = Date.now();
      const page = await returnToWallet(buyer);
      expect(Date.now() - begun).toBeLessThan(7_000);
      expect(page).toContain(unknown);
      expect(page).not.toContain(PAID);
    } finally {
      stripe.delayMs = 0;
    }
    expect(await returnToWallet(buyer)).toContain(PAID);
  });

  it('thanks for nothing when the address was typed by hand', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, HOURS));
    const theirs = new URL(stripe.lastSession.success_url!).searchParams.get('order')!;
    const other = await signUp(celeste);
    for (const query of ['', '&order=', `&order=${theirs}`, '&order=unknown', `&order=${'A'.repeat(22)}`]) {
      const back = await other.get(`/wallet?success=true${query}`);
      expect([query, back.status, back.location]).toEqual([query, 302, '/wallet']);
      const page = textOf((await other.get('/wallet')).body);
      expect([query, page.includes(PAID)]).toEqual([query, false]);
    }
    expect((await other.get('/wallet?success=false')).status).toBe(200);
  });
});

describe('an order that is not paid', () => {
  it.each([
    ['hours', HOURS],
    ['a plan', LIGHT],
  ])('was canceled for a newer one, or has expired: %s', async (_what, form) => {
    const buyer = await signUp(celeste);
    await order(buyer, form);
    const older = stripe.lastSession;
    const newer = await order(buyer, form);
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    const { pathname, search } = new URL(older.success_url!);
    await buyer.get(pathname + search);
    const wallet = textOf((await buyer.get('/wallet')).body);
    expect(wallet).toContain('Compra cancelada.');
    expect(wallet).toMatch(/NÃO PAGO Pagamento não concluído Retomar —[\s\S]*NÃO PAGO Cancelada —/);
    stripe.expire(newer);
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    await buyer.post('/language', { lang: 'en' });
    const english = textOf((await buyer.get('/wallet')).body);
    expect(english).toMatch(/UNPAID Expired —[\s\S]*UNPAID Cancelled —/);
  });

  it.each([
    ['boleto', 'Boleto vencido', 'Boleto expired'],
    ['pix', 'Pix expirado', 'Pix code expired'],
  ] as const)('has expired with its %s before Stripe says so', async (later, state, english) => {
    const buyer = await signUp(celeste);
    const checkout = await order(buyer, HOURS);
    stripe.now = new Date(Date.now() - 4 * 24 * 3_600_000);
    try {
      stripe.pay(checkout, { later });
    } finally {
      stripe.now = new Date();
    }
    const { pathname, search } = new URL(stripe.lastSession.success_url!);
    await buyer.get(pathname + search);
    const page = textOf(mainOf((await buyer.get('/wallet')).body));
    expect(page).toContain(`NÃO PAGO ${state} —`);
    expect(page).not.toMatch(/Aguardando pagamento|Abrir|Retomar/);
    await buyer.post('/language', { lang: 'en' });
    await buyer.get(pathname + search);
    const translated = textOf((await buyer.get('/wallet')).body);
    expect(translated).toContain(`UNPAID ${english} —`);
    expect(translated).toContain('The boleto or Pix code expired before the payment was confirmed.');
  });

  it('leads back to its payment page, in both languages', async () => {
    const buyer = await signUp(celeste);
    const checkout = await order(buyer, HOURS);
    const page = await buyer.get('/wallet');
    expect(textOf(page.body)).toMatch(/NÃO PAGO Pagamento não concluído Retomar —/);
    expect(mainOf(page.body)).toContain(`href="${stripe.url}/pay/${checkout}"`);
    stripe.pay(checkout, { later: 'pix' });
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    const before = stripe.requests.length;
    await buyer.post('/language', { lang: 'en' });
    const english = await buyer.get('/wallet');
    expect(textOf(english.body)).toMatch(/UNPAID Awaiting payment Due on [^—]+ Open Pix code —/);
    expect(mainOf(english.body)).toContain(`href="${stripe.url}/vouchers/`);
    expect(stripe.requests.slice(before).filter(({ path }) => path.includes('checkout'))).toEqual([]);
  });
});

describe('a tampered form', () => {
  it.each([
    ['another product', { ...HOURS, productId: 'celeste_light_monthly' }],
    ['no hours', { ...HOURS, quantity: '0' }],
    ['less than no hours', { ...HOURS, quantity: '-1' }],
    ['part of an hour', { ...HOURS, quantity: '0.01' }],
    ['hours in another notation', { ...HOURS, quantity: '1e3' }],
    ['two subscriptions', { ...LIGHT, quantity: '2' }],
    ['a price that we do not sell', { ...LIGHT, priceId: 'price_00000001' }],
    ['hours as a plan', { ...LIGHT, priceId: 'celeste_hour' }],
  ])('is rejected: %s', async (_what, fields) => {
    const buyer = await signUp(celeste);
    const before = stripe.requests.length;
    expect((await buyer.post('/wallet', fields)).status).toBe(400);
    expect(stripe.requests).toHaveLength(before);
    expect(mainOf((await buyer.get('/wallet')).body)).toContain('Nenhuma transação realizada.');
  });

  it('cannot set another user or price', async () => {
    const buyer = await signUp(celeste);
    const [other] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${person.email}'`);
    const ignored = { userId: String(other!.public_id), price: '1', amount_cents: '1', unit_amount: '1' };
    await order(buyer, { ...HOURS, ...ignored });
    const { amount_total, client_reference_id, metadata } = stripe.lastSession;
    const [own] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${buyer.email}'`);
    expect([amount_total, client_reference_id]).toEqual([4380, own!.public_id]);
    expect(metadata).toMatchObject({ celeste_user: own!.public_id });
  });
});

describe('a webhook event', () => {
  it('is rejected without effect when it is forged, stale, re-serialised or unsigned', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, HOURS));
    const { body, signature } = stripe.webhooks.at(-1)!;
    const before = await readAllData(celeste);
    const signedBy = (secret: string) => {
      const forger = new StripeServer();
      Object.assign(forger, { webhookSecret: secret });
      return forger.sign(body);
    };
    const attempts = {
      'signed by somebody else': { body, signature: signedBy('whsec_other') },
      'of another hour': { body: body.replace('"paid"', '"PAID"'), signature },
      stale: { body, signature: stripe.sign(body, new Date(Date.now() - 301_000)) },
      'written anew': { body: JSON.stringify(JSON.parse(body)), signature },
      'with a byte order mark': { body: `\uFEFF${body}`, signature },
      unsigned: { body, signature: '' },
      'no signature': { body, signature: 't=1,v1=' },
      'no JSON': { body: '{', signature: stripe.sign('[') },
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      expect([name, await deliver(attempt)]).toEqual([name, 400]);
    }
    expect(await readAllData(celeste)).toEqual(before);
    expect(await deliver({ body, signature })).toBe(204);
    expect(await minutesOf(buyer)).toMatchObject({ bought: 120 });
  });

  it('is never an error of ours when it is thin or no event', async () => {
    const send = (body: string) => deliver({ body, signature: stripe.sign(body) });
    expect(await send('{"id":"evt_1","object":"v2.core.event","type":"v2.core.account.updated"}')).toBe(204);
    for (const body of ['no JSON', 'null', '[]', '{"object":"event","type":"invoice.paid"}']) {
      expect([body, await send(body)]).toEqual([body, 400]);
    }
  });

  it('in the shape of an older API version is processed; one about us in no known shape is kept', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, LIGHT));
    const id = stripe.lastSession.subscription;
    const { customer } = stripe.lastSession;
    const bill = { object: 'invoice', id: 'in_x', customer, billing_reason: 'subscription_create' };
    expect(await deliver(stripe.tell('invoice.paid', { ...bill, subscription: id }))).toBe(204);
    expect(await minutesOf(buyer)).toMatchObject({ subscription: 300 });
    const kept = stripe.tell('invoice.paid', bill);
    expect([await deliver(kept), await deliver(kept)]).toEqual([204, 204]);
    const jobs = await rows(celeste, "SELECT payload FROM jobs WHERE name = 'sync-payment'");
    expect(jobs).toEqual([{ payload: JSON.stringify({ eventId: JSON.parse(kept.body).id }) }]);
  });

  it('is answered for redelivery when Stripe cannot be queried', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, HOURS));
    stripe.fail(400);
    try {
      expect(await deliver(stripe.webhooks.at(-1)!)).toBe(500);
    } finally {
      stripe.fail(null);
    }
    expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
    expect(await minutesOf(buyer)).toMatchObject({ bought: 120 });
  });

  it('is processed during maintenance', async () => {
    const buyer = await signUp(celeste);
    stripe.pay(await order(buyer, LIGHT));
    const maintenance = (state: 'on' | 'off') =>
      promisify(execFile)(process.execPath, [builtCommand('admin'), 'maintenance', state], {
        cwd: projectDir,
        env: { PATH: process.env.PATH, DATA_DIR: celeste.dataDir, NODE_ENV: 'production' },
      });
    await maintenance('on');
    try {
      expect((await buyer.get('/wallet')).status).toBe(503);
      expect(await deliver(stripe.webhooks.at(-1)!)).toBe(204);
      expect(await minutesOf(buyer)).toMatchObject({ subscription: 300 });
    } finally {
      await maintenance('off');
    }
  });
});

it("every request made is valid for Stripe's API", () => {
  expect(stripe.rejections).toEqual([]);
});
