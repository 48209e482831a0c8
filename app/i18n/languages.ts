export const INTERFACE_LANGUAGES = ['pt', 'en'] as const;

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

export const DEFAULT_LANGUAGE: InterfaceLanguage = 'pt';

export function isInterfaceLanguage(value: unknown): value is InterfaceLanguage {
  return INTERFACE_LANGUAGES.includes(value as InterfaceLanguage);
}
