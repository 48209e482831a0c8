import type { InterfaceLanguage } from './language';

/** Time zone of dates without an explicit one. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

const ZONE: Record<InterfaceLanguage, string> = { pt: 'horário de Brasília', en: 'Brasília time' };

const MONTHS: Record<InterfaceLanguage, readonly string[]> = {
  pt: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cache: creating a formatter costs far more than using it, and a page shows many times in one zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, made);
  return made;
}

/**
 * Formats a date and time: '20 de nov de 2026 às 19:30' in Portuguese ('DD de MMM de YYYY às HH:mm'), '20 Nov
 * 2026, 19:30' in English.
 *
 * Month names are our own, since those of `Intl` have a full stop that differs between browsers.
 *
 * @param iso an ISO 8601 date and time with offset
 * @param timeZone an IANA name
 * @throws RangeError for an invalid date or time zone
 */
export function formatDateTime(
  iso: string,
  language: InterfaceLanguage,
  timeZone: string = DEFAULT_TIME_ZONE,
): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(new Date(iso))) parts[type] = value;
  const month = MONTHS[language][Number(parts.month) - 1];
  const time = `${parts.hour}:${parts.minute}`;
  return language === 'pt'
    ? `${parts.day} de ${month} de ${parts.year} às ${time}`
    : `${parts.day} ${month} ${parts.year}, ${time}`;
}

/**
 * formatDateTime with the name of the time zone, for files and e-mails, whose readers' zone is unknown: '20
 * de nov de 2026 às 19:30 (horário de Brasília)'.
 * @param iso an ISO 8601 date and time with offset
 * @throws RangeError for an invalid date
 */
export function formatDateTimeWithZone(iso: string, language: InterfaceLanguage): string {
  return `${formatDateTime(iso, language)} (${ZONE[language]})`;
}
