import { formatCsvRow } from '@/app/domain/format/csv';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { translator } from '@/app/i18n/texts.server';
import { eachMovement } from './list-movements.server';

/** A user's movements as CSV (RFC 4180) with translated texts, newest first. */
export async function* writeMovements(
  userId: number,
  language: InterfaceLanguage,
): AsyncGenerator<Uint8Array> {
  const t = translator(language, 'billing');
  const line = (cells: (string | number)[]) => Buffer.from(formatCsvRow(cells));
  yield line(['date', 'what', 'in', 'out', 'inMs', 'outMs'].map((column) => t(`csv.${column}`)));
  for await (const { reason, title, amountMs, createdAt } of eachMovement(userId)) {
    const what = reason === 'transcription' ? (title ?? t('movement.deleted')) : t(`movement.${reason}`);
    const [inMs, outMs] = amountMs < 0 ? [0, -amountMs] : [amountMs, 0];
    const date = formatDateTime(createdAt.toISOString(), language);
    yield line([date, what, formatPosition(inMs), formatPosition(outMs), inMs, outMs]);
  }
}
