import type { InterfaceLanguage } from './language';
import { DEFAULT_TIME_ZONE } from './time-zone';

const ZONE: Record<InterfaceLanguage, string> = { pt: 'horário de Brasília', en: 'Brasília time' };

const MONTHS: Record<InterfaceLanguage, readonly string[]> = {
  pt: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** For formal documents. */
const WHOLE_MONTHS: Record<InterfaceLanguage, readonly string[]> = {
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
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
 * '20 de nov de 2026 às 19:30' in Portuguese, '20 Nov 2026, 19:30' in English. Month names are our own, since
 * those of `Intl` have a full stop that differs between browsers.
 * @throws RangeError for an invalid date or time zone
 */
export function formatDateTime(
  iso: string,
  language: InterfaceLanguage,
  timeZone: string = DEFAULT_TIME_ZONE,
  months = MONTHS,
): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(new Date(iso))) parts[type] = value;
  const month = months[language][Number(parts.month) - 1];
  const time = `${parts.hour}:${parts.minute}`;
  return language === 'pt'
    ? `${parts.day} de ${month} de ${parts.year} às ${time}`
    : `${parts.day} ${month} ${parts.year}, ${time}`;
}

const tableFormatters = new Map<string, Intl.DateTimeFormat>();

function tableFormatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = tableFormatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  tableFormatters.set(timeZone, made);
  return made;
}

/**
 * What spreadsheets read as date and time: '20/11/2026 19:30' in Portuguese, '2026-11-20 19:30' in English.
 * @throws RangeError as formatDateTime
 */
export function formatTableDateTime(moment: Date, language: InterfaceLanguage, timeZone: string): string {
  const text = tableFormatterOf(timeZone).format(moment);
  if (language === 'en') return text;
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)}${text.slice(10)}`;
}

/** '20 de novembro de 2026' in Portuguese, '20 November 2026' in English. @param day 'YYYY-MM-DD' */
export function formatDay(day: string, language: InterfaceLanguage): string {
  const [year, month, date] = day.split('-');
  const name = WHOLE_MONTHS[language][Number(month) - 1];
  return language === 'pt' ? `${date} de ${name} de ${year}` : `${date} ${name} ${year}`;
}

/** As formatDateTimeWithZone, with the whole name of the month, for formal documents. */
export const formatFormalDateTime = (iso: string, language: InterfaceLanguage): string =>
  `${formatDateTime(iso, language, DEFAULT_TIME_ZONE, WHOLE_MONTHS)} (${ZONE[language]})`;

/** For files and e-mails, whose readers' zone is unknown: '… às 19:30 (horário de Brasília)'. */
export function formatDateTimeWithZone(iso: string, language: InterfaceLanguage): string {
  return `${formatDateTime(iso, language)} (${ZONE[language]})`;
}
