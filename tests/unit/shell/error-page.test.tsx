import { expect, it } from 'vitest';
import { ErrorPage } from '@/app/components/shell/ErrorPage';
import { render, textOf } from '@/tests/support/render';

it.each([400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 502, 503, 507])(
  'has texts for status %i in both languages',
  async (status) => {
    for (const language of ['pt', 'en'] as const) {
      const markup = await render(<ErrorPage status={status} homeHref="/login" />, { language });
      expect(textOf(markup)).toContain(String(status));
      expect(markup).toContain('href="/login"');
    }
  },
);
