import { RemixI18Next } from 'remix-i18next/server';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@/app/i18n/languages';
import { textOptions } from '@/app/i18n/texts.server';
import { languageCookie } from './cookies.server';

// The browser's own preference is not asked: Celeste speaks Portuguese until told otherwise.
const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...INTERFACE_LANGUAGES],
    fallbackLanguage: DEFAULT_LANGUAGE,
    cookie: languageCookie,
    order: ['cookie'],
  },
  i18next: textOptions,
});

/** The language a page is answered in. */
export async function languageOf(request: Request): Promise<InterfaceLanguage> {
  return (await detector.getLocale(request)) as InterfaceLanguage;
}
