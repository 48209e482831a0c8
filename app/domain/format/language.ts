/** Languages of the interface. Portuguese is the default. */
export const INTERFACE_LANGUAGES = ['pt', 'en'] as const;

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** Maps any language tag ('en-US', 'pt-BR', 'fr') to a language of the interface. */
export function toInterfaceLanguage(tag: string): InterfaceLanguage {
  return /^en(-|$)/i.test(tag) ? 'en' : 'pt';
}
