import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { formatPosition } from '@/app/domain/format/format-duration';
import { Table } from '../ui/Table';

export interface MovementView {
  id: number;
  /** Reason of a credit, or 'transcription' for consumption. */
  reason: string;
  /** Title of the transcription; null for a credit, and when it was deleted. */
  title: string | null;
  amountMs: number;
  createdAt: Date;
}

export function MovementTable({ movements }: { movements: MovementView[] }) {
  const { t } = useTranslation('billing');
  const nameOf = ({ reason, title }: MovementView) =>
    reason === 'transcription' ? (title ?? t('movement.deleted')) : t(`movement.${reason}`);
  return (
    <Table
      label={t('movements.title')}
      columns={[t('movements.date'), t('movements.what'), t('movements.amount')]}
      rows={movements.map((movement) => ({
        key: String(movement.id),
        cells: [
          <DateTime key="date" at={movement.createdAt} />,
          <bdi key="what">{nameOf(movement)}</bdi>,
          <span key="amount">
            {movement.amountMs < 0 ? '−' : '+'}
            {formatPosition(Math.abs(movement.amountMs))}
          </span>,
        ],
      }))}
    />
  );
}
