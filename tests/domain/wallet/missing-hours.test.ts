import { expect, it } from 'vitest';
import { buyHoursAt, missingHours } from '@/app/domain/wallet/missing-hours';
import { readWalletQuery } from '@/app/domain/wallet/wallet-query';

const HOUR_MS = 3_600_000;

it.each([
  [HOUR_MS + 1, 0, 2],
  [HOUR_MS, 0, 1],
  [2 * HOUR_MS, HOUR_MS, 1],
  [2 * HOUR_MS + 1, HOUR_MS, 2],
  [2.5 * HOUR_MS, 0.5 * HOUR_MS, 2],
  [10, 5, 1],
  // A trial's file may be too long although there are minutes enough for it.
  [HOUR_MS, 2 * HOUR_MS, 1],
])('of %i ms, with %i ms there, %i hours are to buy', (neededMs, balanceMs, hours) => {
  expect(missingHours(neededMs, balanceMs)).toBe(hours);
});

it('the wallet that they are bought in has them chosen', () => {
  const { searchParams } = new URL(buyHoursAt(7), 'http://celeste.example');
  expect(readWalletQuery(searchParams).hours).toBe(7);
});
