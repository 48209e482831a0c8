import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { required } from './find-part';

/** Formats a `<time datetime>` in the browser's time zone; the server rendered it in that of São Paulo. */
export default function attach(time: HTMLElement): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  time.textContent = formatDateTime(
    required(time.getAttribute('datetime'), 'time'),
    toInterfaceLanguage(document.documentElement.lang),
    timeZone,
  );
}
