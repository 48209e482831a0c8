import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './Calendar.module.css';

const GAINS = [
  { text: 'page.connect.week', icon: 'clock' },
  { text: 'page.connect.assistant', icon: 'video' },
  { text: 'page.connect.names', icon: 'user' },
] as const;

interface ConnectPageProps {
  /** Whether the operator has registered Celeste at Google. */
  isConfigured: boolean;
  /** Google ended the access to the one that was linked. */
  hasEnded: boolean;
}

/** What an account without a linked calendar sees. */
export function ConnectPage({ isConfigured, hasEnded }: ConnectPageProps) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.connect}>
      <h1>{t('page.connect.title')}</h1>
      {hasEnded && (
        <Alert kind="warning">
          <p>{t('page.connect.ended')}</p>
        </Alert>
      )}
      <p>{t('page.connect.what')}</p>
      <ul>
        {GAINS.map(({ text, icon }) => (
          <li key={text}>
            <Icon name={icon} /> <span>{t(text)}</span>
          </li>
        ))}
      </ul>
      {isConfigured ? (
        <p>
          <ButtonLink href="/google">{t('page.connect.submit')}</ButtonLink>
        </p>
      ) : (
        <Alert kind="info">
          <p>{t('page.connect.unconfigured')}</p>
        </Alert>
      )}
      <p className={styles.note}>{t('page.connect.privacy')}</p>
    </section>
  );
}
