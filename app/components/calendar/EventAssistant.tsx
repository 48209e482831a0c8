import { useTranslation } from 'react-i18next';
import { choicesFor, concernsAssistant, type EventAssistantView } from '@/app/domain/calendar/assistant-view';
import { MAX_WAITING_MEETINGS } from '@/app/domain/meeting/limits';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import styles from './Assistant.module.css';

/** The assistant of the event that a page shows; nothing where none can go. Posts to the page itself: intent `assistant`, field `choice`. */
export function EventAssistant({ assistant }: { assistant: EventAssistantView }) {
  const { t } = useTranslation('calendar');
  if (!concernsAssistant(assistant)) return null;
  const { series } = assistant;
  const choices = choicesFor(assistant);
  const asksTerms = !assistant.hasAcceptedTerms && choices.includes('send');
  return (
    <section className={styles.event} aria-labelledby="assistant-title">
      <h2 id="assistant-title">{t('assistant.ofEvent')}</h2>
      <AssistantOutcome {...assistant} />
      {choices.length > 0 && (
        <PostForm intent="assistant" className={styles.form}>
          {asksTerms && <AssistantTerms />}
          {series && (
            <Checkbox
              name="series"
              label={t('assistant.series')}
              checked={series.choice !== null && assistant.choice === null}
            />
          )}
          <div className={styles.actions}>
            {choices.map((choice) => (
              <Button
                key={choice}
                kind={choice === 'send' ? 'primary' : 'quiet'}
                name="choice"
                value={choice}
              >
                {t(`assistant.${choice}`)}
              </Button>
            ))}
          </div>
        </PostForm>
      )}
    </section>
  );
}

/** What becomes of an event, and why. */
export function AssistantOutcome({ outcome, refusal, meetingId }: EventAssistantView) {
  const { t } = useTranslation('calendar');
  const { t: tErrors } = useTranslation('errors');
  if (refusal) {
    const isTerms = refusal === 'meeting.terms-required';
    const reason = tErrors(refusal, { limit: MAX_WAITING_MEETINGS });
    return (
      <p className={styles.refused}>
        <Icon name="triangle-alert" />{' '}
        {isTerms ? t('assistant.refused.terms') : t('assistant.refused', { reason })}
      </p>
    );
  }
  return (
    <p className={styles.outcome}>
      {t(`assistant.outcome.${outcome}`)}
      {meetingId && (
        <>
          {' '}
          <a href={`/meetings/${meetingId}`}>{t('assistant.meeting')}</a>
        </>
      )}
    </p>
  );
}

/** The consent without which no assistant goes. */
export function AssistantTerms() {
  const { t } = useTranslation('calendar');
  const label = (
    <>
      {t('assistant.terms')} <a href="/meetings/terms">{t('assistant.terms.read')}</a>
    </>
  );
  return <Checkbox name="terms" label={label} />;
}
