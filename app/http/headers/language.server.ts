import { RemixI18Next } from 'remix-i18next/server';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@/app/i18n/languages';
import { i18nOptions } from '@/app/i18n/texts.server';
import { languageCookie } from './cookies.server';

// Accept-Language is ignored: the default is Portuguese until the user chooses another language.
const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...INTERFACE_LANGUAGES],
    fallbackLanguage: DEFAULT_LANGUAGE,
    cookie: languageCookie,
    order: ['cookie'],
  },
  i18next: i18nOptions,
});

const known = new WeakMap<Request, Promise<InterfaceLanguage>>();

/** Read once for all rows of a page. */
export function languageOf(request: Request): Promise<InterfaceLanguage> {
  const language = known.get(request) ?? (detector.getLocale(request) as Promise<InterfaceLanguage>);
  known.set(request, language);
  return language;
}
