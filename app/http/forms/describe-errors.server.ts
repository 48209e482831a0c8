import type { AppErrorCode } from '@/app/domain/errors';
import { translator } from '@/app/i18n/texts.server';
import { languageOf } from '../headers/language.server';

export async function describeErrors<Key extends string>(
  request: Request,
  codes: Partial<Record<Key, AppErrorCode | undefined>>,
): Promise<Partial<Record<Key, string>>> {
  const t = translator(await languageOf(request), 'errors');
  const messages = Object.entries<AppErrorCode | undefined>(codes).map(([key, code]) => [
    key,
    code && t(code),
  ]);
  return Object.fromEntries(messages) as Partial<Record<Key, string>>;
}
