import { expect, it } from 'vitest';
import { buyHoursHref, hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import { readWalletQuery } from '@/app/domain/billing/wallet/wallet-query';

const HOUR_MS = 3_600_000;

it.each([
  [HOUR_MS + 1, 0, 2],
  [HOUR_MS, 0, 1],
  [2 * HOUR_MS, HOUR_MS, 1],
  [2 * HOUR_MS + 1, HOUR_MS, 2],
  [2.5 * HOUR_MS, 0.5 * HOUR_MS, 2],
  [10, 5, 1],
  // A trial file may be too long although the balance is sufficient.
  [HOUR_MS, 2 * HOUR_MS, 1],
])('%i ms with a balance of %i ms needs %i hours', (neededMs, balanceMs, hours) => {
  expect(hoursToBuy(neededMs, balanceMs)).toBe(hours);
});

it('links to the wallet with the hours preselected', () => {
  const { searchParams } = new URL(buyHoursHref(7), 'http://celeste.example');
  expect(readWalletQuery(searchParams).hours).toBe(7);
});
