import { useTranslation } from 'react-i18next';
import { choicesFor, type EventAssistantView } from '@/app/domain/calendar/assistant-view';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { DateTime } from '../ui/DateTime';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import styles from './Assistant.module.css';
import { AssistantOutcome, AssistantTerms } from './EventAssistant';

interface PreviewedEvent extends EventAssistantView {
  title: string;
  startMs: number;
}

interface AssistantPageProps {
  sendsToAll: boolean;
  hasAcceptedTerms: boolean;
  /** With Google Meet, in the next seven days; null when the calendar did not answer. */
  events: PreviewedEvent[] | null;
}

/** To which events of the calendar the assistant goes. */
export function AssistantPage({ sendsToAll, hasAcceptedTerms, events }: AssistantPageProps) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.page}>
      <BackLink href="/calendar">{t('title')}</BackLink>
      <h1>{t('assistant.title')}</h1>
      <ErrorSummary />
      <p>{t('assistant.intro')}</p>
      <PostForm intent="all" noValidate className={styles.form}>
        <Checkbox name="sends_to_all" label={t('assistant.all')} checked={sendsToAll} />
        {!hasAcceptedTerms && <AssistantTerms />}
        <div className={styles.actions}>
          <Button busyLabel={t('assistant.busy')}>{t('assistant.save')}</Button>
        </div>
      </PostForm>
      <h2>{t('assistant.week')}</h2>
      <Week events={events} />
    </section>
  );
}

function Week({ events }: Pick<AssistantPageProps, 'events'>) {
  const { t } = useTranslation('calendar');
  if (!events) {
    return (
      <Alert kind="warning">
        <p>
          {t('assistant.week.unavailable')} <a href="/calendar/assistant">{t('assistant.week.retry')}</a>
        </p>
      </Alert>
    );
  }
  if (events.length === 0) return <EmptyState text={t('assistant.week.empty')} />;
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <Row key={event.eventId} {...event} />
      ))}
    </ul>
  );
}

function Row({ title, startMs, ...assistant }: PreviewedEvent) {
  const { t } = useTranslation('calendar');
  const { eventId, hasAcceptedTerms } = assistant;
  const name = title || t('event.untitled');
  // The page of the event asks for the terms.
  const choices = choicesFor({ ...assistant, series: null }).filter(
    (choice) => choice !== 'send' || hasAcceptedTerms,
  );
  return (
    <li>
      <h3>
        <a href={`/calendar/${encodeURIComponent(eventId)}`}>
          <bdi>{name}</bdi>
        </a>
      </h3>
      <p className={styles.note}>
        <DateTime at={new Date(startMs)} />
      </p>
      <AssistantOutcome {...assistant} />
      {choices.length > 0 && (
        <PostForm intent="choose" className={styles.actions}>
          <input type="hidden" name="event" value={eventId} />
          {choices.map((choice) => (
            <Button
              key={choice}
              kind="quiet"
              name="choice"
              value={choice}
              aria-label={t(`assistant.${choice}.of`, { title: name })}
            >
              {t(`assistant.${choice}`)}
            </Button>
          ))}
        </PostForm>
      )}
    </li>
  );
}
