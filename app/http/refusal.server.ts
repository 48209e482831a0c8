import { AppError } from '@/app/domain/errors';
import { translator } from '@/app/i18n/texts.server';
import { orStorageFull } from './full-disk.server';
import { languageOf } from './language.server';

/** Waits for what an address without a page needs; throws an answer of one sentence when the user may not have it. */
export async function orRefusal<T>(request: Request, needed: Promise<T>): Promise<T> {
  try {
    return await needed;
  } catch (thrown) {
    const error = orStorageFull(thrown);
    if (!(error instanceof AppError)) throw error;
    const t = translator(await languageOf(request), 'errors');
    const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
    if (error.status === 429) headers.set('Retry-After', String(error.params?.seconds ?? 60));
    throw new Response(`${t(error.code, error.params)}\n`, { status: error.status, headers });
  }
}
