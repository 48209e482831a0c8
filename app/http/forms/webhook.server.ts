import type { ActionFunctionArgs } from '@remix-run/node';
import type { Params } from '@remix-run/react';
import { AppError } from '@/app/domain/errors';
import { formBody } from './request-body.server';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * No CSRF check: a webhook is authenticated by a signature over the raw body, or by a shared secret, in
 * `header`.
 */
export function signedAction(
  header: string,
  handle: (body: string, signature: string | null, params: Params) => Promise<void>,
) {
  return async ({ request, params }: ActionFunctionArgs): Promise<Response> => {
    try {
      await handle(await bodyOf(request), request.headers.get(header), params);
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return new Response(null, { status: error.status });
    }
  };
}

async function bodyOf(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of formBody(request) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new AppError('checkout.notice-refused');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
