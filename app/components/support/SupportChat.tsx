import { useTranslation } from 'react-i18next';
import { type BotMessage, DETAILS, type Step } from '@/app/domain/support/conversation';
import { CHAT } from '@/app/islands/support/support-chat.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './Support.module.css';

const SENTENCES: (BotMessage | 'failed')[] = [
  'offer',
  'declined',
  'unclear',
  'name',
  'email',
  'emailInvalid',
  'question',
  'sending',
  'sent',
  'within',
  'thanks',
  'failed',
];

const LABELS: Step[] = ['offer', ...DETAILS, 'confirm'];

/** Templates from which the island `support-chat` builds a conversation. */
export function SupportChat({ knownEmail }: { knownEmail: string | null }) {
  const { t } = useTranslation('support');
  const speaker = <span className="visually-hidden">{t('chat.support')} </span>;
  return (
    <template>
      <div className={styles.chat} {...mark(CHAT.chat)}>
        <div
          role="log"
          aria-live="polite"
          aria-label={t('chat.log')}
          className={styles.log}
          {...mark(CHAT.log)}
        />
        <p className={styles.typing} {...mark(CHAT.typing)} hidden>
          {t('chat.typing')}
        </p>
        <div className={styles.choices} {...mark(CHAT.choices)} hidden>
          <Button type="button" kind="quiet" value="yes">
            {t('chat.yes')}
          </Button>
          <Button type="button" kind="quiet" value="no">
            {t('chat.no')}
          </Button>
        </div>
        <form className={styles.composer} {...mark(CHAT.composer)} noValidate>
          <label htmlFor="support-says" className={styles.label}>
            {t('ask.offer')}
          </label>
          <textarea id="support-says" rows={1} enterKeyHint="send" className={styles.input} />
          <Button>
            <Icon name="send" /> {t('chat.send')}
          </Button>
        </form>
      </div>
      {LABELS.map((step) => (
        <span key={step} data-label={step}>
          {t(`ask.${step}`)}
        </span>
      ))}
      <p className={styles.said} {...mark(CHAT.said)}>
        <span className="visually-hidden">{t('chat.you')} </span>
        <span {...mark(CHAT.words)} />
      </p>
      {SENTENCES.map((line) => (
        <p key={line} className={styles.line} data-line={line}>
          {speaker}
          <span {...mark(CHAT.words)}>{t(`say.${line}`)}</span>
        </p>
      ))}
      <div className={styles.line} data-line="confirm">
        <dl>
          {!knownEmail && (
            <>
              <dt>{t('name')}</dt>
              <dd data-detail="name" />
            </>
          )}
          <dt>{t('email')}</dt>
          <dd data-detail="email">{knownEmail}</dd>
          <dt>{t('question')}</dt>
          <dd data-detail="question" />
        </dl>
        <p>
          {speaker}
          {t('say.confirm')}
        </p>
      </div>
    </template>
  );
}
