/** Languages of the interface. Portuguese is the default. */
export const INTERFACE_LANGUAGES = ['pt', 'en'] as const;

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** Maps any language tag ('en-US', 'pt-BR', 'fr') to a language of the interface. */
export function toInterfaceLanguage(tag: string): InterfaceLanguage {
  return /^en(-|$)/i.test(tag) ? 'en' : 'pt';
}

const REGIONS: Record<string, string> = {
  pt: 'pt-BR',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  it: 'it-IT',
  de: 'de-DE',
};

/** A language tag with a region, which word processors require: 'pt-BR' for 'pt'. Others stay as they are. */
export const withRegion = (tag: string): string => REGIONS[tag] ?? tag;
