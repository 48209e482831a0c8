import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';

/** Date and time in the interface language; with scripts in the browser's time zone. */
export function DateTime({ at }: { at: Date }) {
  const iso = at.toISOString();
  const { i18n } = useTranslation();
  return (
    <time dateTime={iso} data-island="local-time">
      {formatDateTime(iso, toInterfaceLanguage(i18n.language))}
    </time>
  );
}
