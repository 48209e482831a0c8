import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { languageOf } from './language.server';

export async function titleOf(request: Request, area: string, key: string): Promise<string> {
  return `${translator(await languageOf(request), area)(key)} · ${PRODUCT_NAME}`;
}
