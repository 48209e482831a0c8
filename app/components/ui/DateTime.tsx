import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { TimeZoneContext } from './time-zone';

/**
 * Date and time in the interface language and the account's time zone. Readers without an account see those of
 * Brasília, with scripts those of their browser.
 */
export function DateTime({ at }: { at: Date }) {
  const iso = at.toISOString();
  const { i18n } = useTranslation();
  const timeZone = useContext(TimeZoneContext);
  return (
    <time dateTime={iso} {...(timeZone === null && { 'data-island': 'local-time' as const })}>
      {formatDateTime(iso, toInterfaceLanguage(i18n.language), timeZone ?? undefined)}
    </time>
  );
}
