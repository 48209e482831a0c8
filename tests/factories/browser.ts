import { randomUUID } from 'node:crypto';
import type { Browser } from '@/app/services/account/browser.server';
import type { CodeForm } from '@/app/services/account/request-code.server';

/** A browser that is no other one. */
export const someBrowser = (values: Partial<Browser> = {}): Browser => ({
  ...{ secret: randomUUID(), address: '203.0.113.7', device: null, userAgent: 'browser' },
  ...values,
});

/** How a form that asks for a code comes from a browser that nobody knows. */
export const someForm = (values: Partial<CodeForm> = {}): CodeForm => ({
  ...{ address: '203.0.113.7', browserSecret: null, device: null, sessionId: null },
  ...{ submissionId: randomUUID(), ...values },
});
