import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { DateTime } from '../ui/DateTime';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';
import listStyles from './SessionsPage.module.css';
import { WebhookState, type WebhookView } from './WebhooksPage';

interface DeliveryView {
  publicId: string;
  event: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: Date | null;
  lastStatus: number | null;
  lastError: 'forbidden' | 'timeout' | 'unreachable' | null;
  createdAt: Date;
}

interface WebhookPageProps {
  webhook: WebhookView;
  deliveries: DeliveryView[];
  /** Whether there are older messages. */
  isMore: boolean;
  isOwner: boolean;
}

/** A webhook: what it tells of, its messages, and what its owner may do with it. */
export function WebhookPage({ webhook, deliveries, isMore, isOwner }: WebhookPageProps) {
  const { t } = useTranslation('account');
  const { url, events, disabledFor } = webhook;
  return (
    <div className={styles.narrow}>
      <p>
        <BackLink href="/account/webhooks">{t('webhooks.title')}</BackLink>
      </p>
      <h1>{url}</h1>
      <p>
        <WebhookState {...webhook} />
      </p>
      <p>{events.map((event) => t(`webhooks.event.${event}`)).join(', ')}</p>
      <ErrorSummary />
      <OwnerOnly isOwner={isOwner}>
        <Actions isEnabled={disabledFor === null} />
      </OwnerOnly>
      <h2>{t('webhooks.deliveries')}</h2>
      {deliveries.length === 0 && <p>{t('webhooks.noDeliveries')}</p>}
      <ul className={listStyles.sessions}>
        {deliveries.map((delivery) => (
          <li key={delivery.publicId}>
            <DeliveryFacts {...delivery} />
            {isOwner && delivery.status !== 'waiting' && disabledFor === null && (
              <PostForm intent="redeliver">
                <Button kind="quiet" name="delivery" value={delivery.publicId}>
                  {t('webhooks.redeliver')}
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {isMore && <p>{t('webhooks.more')}</p>}
    </div>
  );
}

function Actions({ isEnabled }: { isEnabled: boolean }) {
  const { t } = useTranslation('account');
  return (
    <>
      {isEnabled && (
        <PostForm intent="test">
          <Button kind="quiet">{t('webhooks.test')}</Button>
        </PostForm>
      )}
      <PostForm intent={isEnabled ? 'disable' : 'enable'}>
        <Button kind="quiet">{t(isEnabled ? 'webhooks.disable' : 'webhooks.enable')}</Button>
      </PostForm>
      <details className={listStyles.action}>
        <summary>{t('webhooks.rotate')}</summary>
        <PostForm intent="rotate">
          <p>{t('webhooks.rotateWarning')}</p>
          <Button>{t('webhooks.rotateConfirm')}</Button>
        </PostForm>
      </details>
      <details className={listStyles.action}>
        <summary>{t('webhooks.remove')}</summary>
        <PostForm intent="remove">
          <p>{t('webhooks.removeWarning')}</p>
          <Button kind="danger">{t('webhooks.removeConfirm')}</Button>
        </PostForm>
      </details>
    </>
  );
}

function DeliveryFacts({ event, status, attempts, nextAt, lastStatus, lastError, createdAt }: DeliveryView) {
  const { t } = useTranslation('account');
  return (
    <div>
      <p className={listStyles.name}>
        <strong>{t(`webhooks.event.${event}`)}</strong> <span>{t(`webhooks.status.${status}`)}</span>
      </p>
      <p className={listStyles.facts}>
        <DateTime at={createdAt} /> · {t('webhooks.attempts', { count: attempts })}
        {lastStatus !== null && ` · HTTP ${lastStatus}`}
        {lastError && ` · ${t(`webhooks.error.${lastError}`)}`}
        {nextAt && attempts > 0 && (
          <>
            {' · '}
            {t('webhooks.next')} <DateTime at={nextAt} />
          </>
        )}
      </p>
    </div>
  );
}
