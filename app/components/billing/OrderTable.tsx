import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
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
      columns={[
        t('orders.date'),
        t('orders.what'),
        t('orders.amount'),
        t('orders.status'),
        t('orders.receipt'),
      ]}
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
          order.isPaid ? (
            <Badge key="status" tone="green" icon="check">
              {t('orders.paid')}
            </Badge>
          ) : (
            <Badge key="status" tone="grey" icon="clock">
              {t('orders.unpaid')}
            </Badge>
          ),
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
