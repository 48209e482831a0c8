import { AppError } from '@/app/domain/errors';
import { translator } from '@/app/i18n/texts.server';
import { languageOf } from '../headers/language.server';
import { mapDiskFull } from './full-disk.server';

/** Awaits a service call of a route without a page. @throws Response with the AppError as plain text */
export async function orTextError<T>(request: Request, pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (thrown) {
    const error = mapDiskFull(thrown);
    if (!(error instanceof AppError)) throw error;
    const t = translator(await languageOf(request), 'errors');
    const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
    if (error.status === 429) headers.set('Retry-After', String(error.params?.seconds ?? 60));
    throw new Response(`${t(error.code, error.params)}\n`, { status: error.status, headers });
  }
}
