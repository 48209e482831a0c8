import { randomUUID } from 'node:crypto';
import type { Browser } from '@/app/services/account/browser.server';

/** A browser that is no other one. */
export const someBrowser = (values: Partial<Browser> = {}): Browser => ({
  ...{ secret: randomUUID(), address: '203.0.113.7', userAgent: 'browser' },
  ...values,
});
