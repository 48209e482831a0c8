import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change, rows } from '../platform/data-dir';
import { linksOf, mainOf, messageBeside, summaryOf, textOf } from '../platform/page';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

// All users share one IP address.
beforeEach(() => change(celeste, 'DELETE FROM rate_limits'));

const ONE_HOUR = { intent: 'hours', productId: 'celeste_hour', quantity: '1' };
const LIGHT = { intent: 'subscription', priceId: 'celeste_light_monthly', quantity: '1' };
const HOUR_MS = 3_600_000;

const wallet = async (person: TestUser) => textOf(mainOf((await person.get('/wallet')).body));

/** A user's balance in hours, by account kind. */
async function hoursOf({ email }: { email: string }): Promise<Record<string, number>> {
  const accounts = await rows(
    celeste,
    `SELECT kind, balance_ms FROM wallet_accounts WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`,
  );
  return Object.fromEntries(accounts.map(({ kind, balance_ms }) => [kind, Number(balance_ms) / HOUR_MS]));
}

/** Posts the wallet's form. @returns the path of the checkout */
async function order(person: TestUser, fields: Record<string, string>): Promise<string> {
  const begun = await person.post('/wallet', fields);
  expect(begun.status).toBe(303);
  expect(begun.location).toMatch(/^\/test-checkout\/[\w-]+$/);
  return begun.location!;
}

/** Pays, and follows the redirect of the checkout. */
async function pay(person: TestUser, checkout: string): Promise<void> {
  const paid = await person.post(checkout, { intent: 'pay' });
  expect([paid.status, paid.location]).toEqual([
    303,
    expect.stringMatching(/^\/wallet\?success=true&order=/),
  ]);
  const back = await person.get(paid.location!);
  expect([back.status, back.location]).toEqual([302, '/wallet']);
}

describe('hours', () => {
  it('are bought without scripts, and credited once', async () => {
    const person = await signUp(celeste);
    expect(await wallet(person)).toContain('Nenhuma transação realizada.');
    const checkout = await order(person, ONE_HOUR);
    const page = textOf(mainOf((await person.get(checkout)).body));
    expect(page).toContain('Modo de teste: nada será cobrado.');
    expect(page).toMatch(/Hora de transcrição R\$\s21,90/);
    expect(await hoursOf(person)).toMatchObject({ bought: 0 });

    await pay(person, checkout);
    const greeted = await person.get('/wallet');
    expect(textOf(greeted.body)).toContain('Pagamento efetuado com sucesso!');
    expect(mainOf(greeted.body)).toMatch(/Últimas Transações[\s\S]*1 hora de transcrição[\s\S]*PAGO/);
    expect(await hoursOf(person)).toMatchObject({ bought: 1, trial: 0.5 });
    expect(textOf((await person.get('/wallet')).body)).not.toContain('Pagamento efetuado');

    await Promise.all([1, 2, 3].map(() => person.post(checkout, { intent: 'pay' })));
    await person.get(`/wallet?success=true&order=${checkout.split('/').pop()}`);
    expect(await hoursOf(person)).toMatchObject({ bought: 1 });
  });

  it('are ordered idempotently', async () => {
    const person = await signUp(celeste);
    const form = { ...ONE_HOUR, submissionId: randomUUID() };
    const [one, other] = await Promise.all([order(person, form), order(person, form)]);
    expect(one).toBe(other);
    expect(
      await rows(celeste, `SELECT id FROM orders WHERE public_id = '${one.split('/').pop()}'`),
    ).toHaveLength(1);
  });

  it('accept any whole number', async () => {
    const person = await signUp(celeste);
    await pay(person, await order(person, { ...ONE_HOUR, quantity: 'custom', customQuantity: '7' }));
    expect(await hoursOf(person)).toMatchObject({ bought: 7 });
  });

  it.each(['0', '1,5', '-2', '1001', 'muitas', ''])('reject "%s"', async (customQuantity) => {
    const person = await signUp(celeste);
    const answer = await person.post('/wallet', { ...ONE_HOUR, quantity: 'custom', customQuantity });
    expect(answer.status).toBe(400);
    expect(messageBeside(answer.body, 'customQuantity')).toBe(
      'Escolha um número inteiro de horas, de 1 a 1.000.',
    );
    expect(summaryOf(answer.body)).toContain('Escolha um número inteiro de horas');
    expect(mainOf(answer.body)).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="custom"/);
  });

  it('are not charged when the checkout is cancelled', async () => {
    const person = await signUp(celeste);
    const checkout = await order(person, ONE_HOUR);
    const left = await person.post(checkout, { intent: 'cancel' });
    expect([left.status, left.location]).toEqual([303, '/wallet?canceled=true']);
    const back = await person.get(left.location!);
    expect([back.status, back.location]).toEqual([302, '/wallet']);
    const page = textOf((await person.get('/wallet')).body);
    expect(page).toContain('Compra cancelada.');
    expect(page).toContain('NÃO PAGO Cancelada');
    await person.post(checkout, { intent: 'pay' });
    expect(await hoursOf(person)).toMatchObject({ bought: 0 });
  });

  it('have a receipt, for their buyer only', async () => {
    const person = await signUp(celeste);
    const checkout = await order(person, ONE_HOUR);
    const receipt = `/wallet/receipts/${checkout.split('/').pop()}`;
    expect((await person.get(receipt)).status).toBe(404);
    await pay(person, checkout);
    expect(linksOf(mainOf((await person.get('/wallet')).body))).toContain(receipt);
    const answer = await person.get(receipt);
    expect([answer.status, answer.location]).toEqual([302, checkout]);
    const other = await signUp(celeste);
    expect((await other.get(receipt)).status).toBe(404);
    expect((await other.get(checkout)).status).toBe(404);
    expect((await other.post(checkout, { intent: 'pay' })).status).toBe(404);
  });
});

describe('a plan', () => {
  it('grants its monthly minutes, and ends the trial', async () => {
    const person = await signUp(celeste);
    await pay(person, await order(person, LIGHT));
    expect(await hoursOf(person)).toMatchObject({ subscription: 5, bought: 0 });
    const page = await wallet(person);
    expect(page).toContain('Seu plano: Light, mensal');
    expect(page).toMatch(/Últimas Transações.*Light, mensal.*PAGO/);
    const [user] = await rows(celeste, `SELECT consumption_rule FROM users WHERE email = '${person.email}'`);
    expect(user).toEqual({ consumption_rule: 'SUBSCRIPTION' });
  });

  it('cannot be subscribed to twice', async () => {
    const person = await signUp(celeste);
    await pay(person, await order(person, LIGHT));
    const again = await person.post('/wallet', LIGHT);
    expect(again.status).toBe(409);
    expect(summaryOf(again.body)).toContain('Você já tem uma assinatura.');
  });

  it('is cancelled at the end of its month, and can be resumed', async () => {
    const person = await signUp(celeste);
    const checkout = await order(person, LIGHT);
    await pay(person, checkout);
    const portal = await person.post('/wallet', { intent: 'portal' });
    expect([portal.status, portal.location]).toEqual([303, '/test-checkout']);
    const fields = { order: checkout.split('/').pop()! };
    await person.post('/test-checkout', { intent: 'end', ...fields });
    expect(await wallet(person)).toContain('Assinatura cancelada. Ela continua ativa até');
    expect(await hoursOf(person)).toMatchObject({ subscription: 5 });
    await person.post('/test-checkout', { intent: 'resume', ...fields });
    expect(await wallet(person)).not.toContain('A assinatura foi cancelada');
    expect(await hoursOf(person)).toMatchObject({ subscription: 5 });
  });

  it('can be managed only by its subscriber', async () => {
    const answer = await (await signUp(celeste)).post('/wallet', { intent: 'portal' });
    expect(answer.status).toBe(409);
    expect(summaryOf(answer.body)).toContain('Você ainda não tem uma assinatura.');
  });
});

describe('the test checkout', () => {
  it('is for direct requests only, not behind a proxy', async () => {
    const person = await signUp(celeste);
    const checkout = await order(person, ONE_HOUR);
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
    expect((await person.request(checkout, { headers: forwarded })).status).toBe(404);
    expect((await person.post(checkout, { intent: 'pay' }, forwarded)).status).toBe(404);
    expect((await person.post('/wallet', ONE_HOUR, forwarded)).status).toBe(503);
    expect(await hoursOf(person)).toMatchObject({ bought: 0 });
  });

  it('rejects a webhook that it did not sign', async () => {
    const answer = await fetch(`${celeste.address}/webhooks/stripe`, {
      method: 'POST',
      body: '{"object":"event"}',
      headers: { 'Stripe-Signature': 't=1,v1=00' },
    });
    expect(answer.status).toBe(400);
  });
});

it('exports the movements as CSV', async () => {
  const person = await signUp(celeste);
  await pay(person, await order(person, ONE_HOUR));
  const { status, headers, body } = await person.get('/wallet/movements');
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = body.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/Compra de créditos.*3600000;0$/);
});
