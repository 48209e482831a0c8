import type { InterfaceLanguage } from './language';

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** In steps of 1,024 with at most one decimal: '1,5 MB' in Portuguese, '1.5 MB' in English. */
export function formatBytes(bytes: number, language: InterfaceLanguage): string {
  const inTenths = (step: number) => Math.round((bytes / 1024 ** step) * 10) / 10;
  let step = 0;
  while (inTenths(step) >= 1024 && step < UNITS.length - 1) step += 1;
  const amount = inTenths(step).toLocaleString(language === 'pt' ? 'pt-BR' : 'en', { useGrouping: false });
  return `${amount} ${UNITS[step]}`;
}
