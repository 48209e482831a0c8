import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';

/** Tells a `<time datetime>` in the zone of the browser; the server told it in that of São Paulo. */
export default function attach(time: HTMLElement): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  time.textContent = formatDateTime(
    time.getAttribute('datetime')!,
    toInterfaceLanguage(document.documentElement.lang),
    timeZone,
  );
}
