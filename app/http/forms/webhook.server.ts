import type { ActionFunctionArgs } from '@remix-run/node';
import type { Params } from '@remix-run/react';
import { AppError } from '@/app/domain/errors';
import { readBodyText } from './request-body.server';

const BOUNDS = { maxBytes: 1024 * 1024, tooLarge: 'checkout.notice-refused' } as const;

/**
 * No CSRF check: a webhook is authenticated by a signature over the raw body, or by a shared secret, in
 * `header`.
 */
export function webhookAction(
  header: string,
  handle: (body: string, signature: string | null, params: Params) => Promise<void>,
) {
  return async ({ request, params }: ActionFunctionArgs): Promise<Response> => {
    try {
      // The signature covers a byte order mark too.
      const body = await readBodyText(request, BOUNDS, new TextDecoder('utf-8', { ignoreBOM: true }));
      await handle(body, request.headers.get(header), params);
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return new Response(null, { status: error.status });
    }
  };
}
