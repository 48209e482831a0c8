import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { REASON_LENGTH } from '@/app/domain/admin/forms';
import { SPENDABLE_ACCOUNTS, type TransactionKind } from '@/app/domain/billing/wallet/accounts';
import { formatDuration, formatPosition } from '@/app/domain/format/format-duration';
import { Button, ButtonLink } from '../ui/Button';
import { Card } from '../ui/Card';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { useSells } from '../ui/sales';
import { Table } from '../ui/Table';
import styles from './Admin.module.css';
import { type AuditEntryView, AuditList } from './AuditPage';

const SHOWN_ACCOUNTS = [...SPENDABLE_ACCOUNTS, 'reserved'] as const;

export interface UserPageProps {
  user: {
    name: string;
    email: string;
    role: 'user' | 'admin';
    consumptionRule: 'TRIAL' | 'SUBSCRIPTION';
    createdAt: Date;
    /** In ms, by ledger account. */
    balances: Record<(typeof SHOWN_ACCOUNTS)[number], number>;
    transcriptions: number;
    sessions: number;
    ledger: { id: number; createdAt: Date; kind: TransactionKind; reason: string; amountMs: number }[];
    audit: AuditEntryView[];
  };
  /** Page that starts impersonation; null when this user cannot be impersonated. */
  impersonationHref: string | null;
}

export function UserPage({ user, impersonationHref }: UserPageProps) {
  const { t } = useTranslation('admin');
  const sells = useSells();
  return (
    <>
      <h1>
        <bdi>{user.name}</bdi>
      </h1>
      <div className={styles.columns}>
        <Card id="account-title" title={t('user.account')}>
          <Facts user={user} />
          {impersonationHref && (
            <p>
              <ButtonLink kind="quiet" href={impersonationHref}>
                {t('acting.submit', { name: user.name })}
              </ButtonLink>
            </p>
          )}
        </Card>
        {sells && (
          <>
            <Card id="grant-title" title={t('grant.title')}>
              <GrantForm />
            </Card>
            <Card id="ledger-title" title={t('ledger.title')}>
              <Ledger lines={user.ledger} />
            </Card>
          </>
        )}
        <Card id="audit-title" title={t('audit.title')}>
          <AuditList rows={user.audit} />
        </Card>
      </div>
    </>
  );
}

function Facts({ user }: Pick<UserPageProps, 'user'>) {
  const { t } = useTranslation('admin');
  const sells = useSells();
  const facts = [
    [t('users.email'), user.email],
    [t('users.role'), t(`role.${user.role}`)],
    ...(sells ? [[t('user.rule'), user.consumptionRule] as const] : []),
    [t('user.since'), <DateTime key="since" at={user.createdAt} />],
    [t('user.transcriptions'), user.transcriptions],
    [t('user.sessions'), user.sessions],
    ...(sells ? SHOWN_ACCOUNTS : []).map((account) => [
      t(`account.${account}`),
      formatDuration(user.balances[account]),
    ]),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={String(name)}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function GrantForm() {
  const { t } = useTranslation('admin');
  return (
    <PostForm className={styles.form} noValidate>
      <ErrorSummary />
      <Field name="minutes" label={t('grant.minutes')} inputMode="numeric" required />
      <Field
        name="reason"
        label={t('grant.reason')}
        hint={t('grant.hint')}
        maxLength={REASON_LENGTH}
        required
      />
      <Button busyLabel={t('busy')}>{t('grant.submit')}</Button>
    </PostForm>
  );
}

function Ledger({ lines }: { lines: UserPageProps['user']['ledger'] }) {
  const { t } = useTranslation('admin');
  return (
    <Table
      label={t('ledger.title')}
      columns={[t('ledger.date'), t('ledger.kind'), t('ledger.amount')]}
      rows={lines.map(({ id, createdAt, kind, reason, amountMs }) => ({
        key: String(id),
        cells: [
          <DateTime key="date" at={createdAt} />,
          kind === 'credit' ? t(`ledger.credit.${reason}`) : t(`ledger.${kind}`),
          `${amountMs < 0 ? '−' : '+'}${formatPosition(Math.abs(amountMs))}`,
        ],
      }))}
    />
  );
}
