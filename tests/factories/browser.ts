import { randomUUID } from 'node:crypto';
import type { Browser } from '@/app/services/account/browser.server';
import type { CodeForm } from '@/app/services/account/request-code.server';

/** A browser with unique values. */
export const makeBrowser = (values: Partial<Browser> = {}): Browser => ({
  secret: randomUUID(),
  address: '203.0.113.7',
  device: null,
  userAgent: 'browser',
  ...values,
});

/** Form that requests a login code, from an unknown browser. */
export const makeCodeForm = (values: Partial<CodeForm> = {}): CodeForm => ({
  address: '203.0.113.7',
  browserSecret: null,
  device: null,
  sessionId: null,
  submissionId: randomUUID(),
  ...values,
});
