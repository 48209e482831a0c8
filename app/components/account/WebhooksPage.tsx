import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@/app/domain/webhook/events';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { descriptionOf, Field, FieldError } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { FormProblemContext } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';
import listStyles from './SessionsPage.module.css';

export interface WebhookView {
  publicId: string;
  url: string;
  events: WebhookEvent[];
  disabledFor: 'owner' | 'gone' | 'failing' | null;
  failingSince: Date | null;
}

export function WebhooksPage({ webhooks, isOwner }: { webhooks: WebhookView[]; isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/tokens">
      <h2>{t('webhooks.title')}</h2>
      <p>
        {t('webhooks.intro')} <a href="/developers/recipes#webhook-receiver">{t('webhooks.recipe')}</a>
      </p>
      <ErrorSummary />
      {webhooks.length === 0 && <p>{t('webhooks.none')}</p>}
      <ul className={listStyles.sessions} aria-label={t('webhooks.title')}>
        {webhooks.map((webhook) => (
          <li key={webhook.publicId}>
            <div>
              <p className={listStyles.name}>
                <a href={`/account/webhooks/${webhook.publicId}`}>{webhook.url}</a>
                <WebhookState {...webhook} />
              </p>
              <p className={listStyles.facts}>
                {webhook.events.map((event) => t(`webhooks.event.${event}`)).join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <OwnerOnly isOwner={isOwner}>
        <NewWebhookForm />
      </OwnerOnly>
    </AccountFrame>
  );
}

export function WebhookState({
  disabledFor,
  failingSince,
}: Pick<WebhookView, 'disabledFor' | 'failingSince'>) {
  const { t } = useTranslation('account');
  if (disabledFor) {
    return (
      <Badge tone="grey" icon="info">
        {t(`webhooks.disabled.${disabledFor}`)}
      </Badge>
    );
  }
  return (
    <Badge tone={failingSince ? 'red' : 'green'} icon={failingSince ? 'triangle-alert' : 'check'}>
      {t(failingSince ? 'webhooks.failing' : 'webhooks.active')}
    </Badge>
  );
}

function NewWebhookForm() {
  const { t } = useTranslation('account');
  return (
    <section className={styles.section} aria-labelledby="new-webhook">
      <h2 id="new-webhook">{t('webhooks.new')}</h2>
      <PostForm intent="create" noValidate>
        <Field
          name="url"
          type="url"
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          maxLength={2000}
          autoComplete="off"
          required
        />
        <EventChoice />
        <Button busyLabel={t('busy')}>{t('webhooks.create')}</Button>
      </PostForm>
    </section>
  );
}

function EventChoice() {
  const { t } = useTranslation('account');
  const { errors, values, lists } = useContext(FormProblemContext);
  const chosen = Object.keys(values).length > 0 ? (lists.events ?? []) : ['transcription.succeeded'];
  const error = errors.events;
  return (
    <fieldset id="events" {...descriptionOf({ name: 'events', error })}>
      <legend>{t('webhooks.events')}</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <p key={event} className={fieldStyles.choice}>
          <input
            type="checkbox"
            id={`event-${event}`}
            name="events"
            value={event}
            defaultChecked={chosen.includes(event)}
          />
          <label htmlFor={`event-${event}`}>{t(`webhooks.event.${event}`)}</label>
        </p>
      ))}
      {error && <FieldError name="events">{error}</FieldError>}
    </fieldset>
  );
}
