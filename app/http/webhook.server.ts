import type { ActionFunctionArgs } from '@remix-run/node';
import type { Params } from '@remix-run/react';
import { AppError } from '@/app/domain/errors';
import { formBody } from './request-body.server';

/** The most a notice may weigh. */
const NOTICE_BYTES = 1024 * 1024;

/**
 * Wraps the action of an address that a company posts to. It comes from elsewhere by its nature: instead of
 * its origin the company's signature over the body, exactly as it came, or a secret that only it was told, is
 * what it is trusted by.
 * @param header where the signature or the secret stands
 */
export function signedAction(
  header: string,
  receive: (body: string, signature: string | null, params: Params) => Promise<void>,
) {
  return async ({ request, params }: ActionFunctionArgs): Promise<Response> => {
    try {
      await receive(await bodyOf(request), request.headers.get(header), params);
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
    if (bytes > NOTICE_BYTES) throw new AppError('checkout.notice-refused');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
