import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
import { formatPosition } from '@/app/domain/format/format-duration';
import { formatMoney } from '@/app/domain/format/format-money';
import { Badge } from '../ui/Badge';
import { Table } from '../ui/Table';

export interface OrderView {
  publicId: string;
  kind: 'hours' | 'subscription';
  priceId: string;
  quantity: number;
  amountCents: number;
  refundedCents: number;
  isPaid: boolean;
  createdAt: Date;
}

export function OrderTable({ orders }: { orders: OrderView[] }) {
  const { t } = useTranslation('billing');
  const nameOf = ({ kind, priceId, quantity }: OrderView) =>
    kind === 'hours' ? t('orders.hours', { count: quantity }) : t(`bill.${priceId}`);
  return (
    <Table
      label={t('orders.title')}
      columns={['date', 'what', 'amount', 'status', 'receipt'].map((column) => t(`orders.${column}`))}
      rows={orders.map((order) => ({
        key: order.publicId,
        cells: [
          <DateTime key="date" at={order.createdAt} />,
          nameOf(order),
          <span key="amount">
            {formatMoney(order.amountCents, CURRENCY)}
            {order.refundedCents > 0 &&
              ` (${t('orders.refunded', { amount: formatMoney(order.refundedCents, CURRENCY) })})`}
          </span>,
          <PaymentBadge key="status" isPaid={order.isPaid} />,
          order.isPaid ? (
            <a key="receipt" href={`/wallet/receipts/${order.publicId}`}>
              {t('orders.toReceipt')}
            </a>
          ) : (
            '—'
          ),
        ],
      }))}
    />
  );
}

export function PaymentBadge({ isPaid }: { isPaid: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <Badge tone={isPaid ? 'green' : 'grey'} icon={isPaid ? 'check' : 'clock'}>
      {t(isPaid ? 'orders.paid' : 'orders.unpaid')}
    </Badge>
  );
}

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
