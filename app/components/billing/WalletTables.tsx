import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
import type { OrderState } from '@/app/domain/billing/payments/order-state';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';
import { formatPosition } from '@/app/domain/format/format-duration';
import { formatMoney } from '@/app/domain/format/format-money';
import { Alert } from '../ui/Alert';
import { Table } from '../ui/Table';
import { PaymentBadge } from './PaymentBadge';
import styles from './WalletPage.module.css';

export interface OrderView {
  publicId: string;
  kind: 'hours' | 'subscription';
  priceId: string;
  quantity: number;
  amountCents: number;
  /** Null until it is paid; other than the amount after a coupon, a discount or a tax. */
  paidCents: number | null;
  refundedCents: number;
  paymentMethod: PaymentMethod | null;
  state: OrderState;
  /** Page on which it can still be paid. */
  payAt: string | null;
  /** Until when its boleto or Pix code can be paid. */
  dueAt: Date | null;
  createdAt: Date;
}

function useOrderName() {
  const { t } = useTranslation('billing');
  return ({ kind, priceId, quantity }: OrderView) =>
    kind === 'hours' ? t('orders.hours', { count: quantity }) : t(`bill.${priceId}`);
}

export function OrderTable({ orders }: { orders: OrderView[] }) {
  const { t } = useTranslation('billing');
  const nameOf = useOrderName();
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
            <span className={styles.amount}>
              {formatMoney(order.paidCents ?? order.amountCents, CURRENCY)}
            </span>
            {order.refundedCents > 0 &&
              ` (${t('orders.refunded', { amount: formatMoney(order.refundedCents, CURRENCY) })})`}
          </span>,
          <OrderStatus key="status" order={order} />,
          order.state === 'paid' ? (
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

function OrderStatus({ order }: { order: OrderView }) {
  const { t } = useTranslation('billing');
  const { state, paymentMethod } = order;
  if (state === 'paid') return <PaymentBadge isPaid />;
  const label = state === 'overdue' ? `overdue.${paymentMethod === 'pix' ? 'pix' : 'boleto'}` : state;
  return (
    <div className={styles.state}>
      <PaymentBadge isPaid={false} />
      <small>{t(`orders.state.${label}`)}</small>
      <PayLink order={order} />
    </div>
  );
}

/** Leads back to a payment that was begun, and says until when it can be made. */
function PayLink({ order: { state, paymentMethod, payAt, dueAt } }: { order: OrderView }) {
  const { t } = useTranslation('billing');
  const page = paymentMethod === 'boleto' || paymentMethod === 'pix' ? paymentMethod : 'other';
  return (
    <>
      {dueAt && (
        <small>
          {t('orders.due')} <DateTime at={dueAt} />
        </small>
      )}
      {payAt && (
        <a href={payAt} rel="noreferrer">
          {t(state === 'open' ? 'orders.resume' : `orders.voucher.${page}`)}
        </a>
      )}
    </>
  );
}

/** Above the wallet, where a payment is still to be made. */
export function AwaitedPayment({ order }: { order: OrderView }) {
  const { t } = useTranslation('billing');
  const nameOf = useOrderName();
  const amount = formatMoney(order.amountCents, CURRENCY);
  return (
    <Alert kind="info">
      <div className={styles.state}>
        <span>{t('orders.awaited', { what: nameOf(order), amount })}</span>
        <PayLink order={order} />
      </div>
    </Alert>
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
