import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../library/StatusBadge';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import styles from './FaqCard.module.css';
import { SupportLink } from './MenuLinks';

const QUESTIONS = ['use', 'statuses', 'duration', 'explore', 'privacy', 'contact'] as const;

/** In the order of the specification. */
const STATUSES = ['stored', 'pending', 'processing', 'succeeded', 'failed'] as const;

/** @param isFolded for who has transcribed something */
export function FaqCard({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation('shell');
  const title = t('dashboard.faq.title');
  if (!isFolded) {
    return (
      <Card id="faq-title" title={title}>
        <Questions />
      </Card>
    );
  }
  return (
    <details className={styles.folded}>
      <summary>
        <h2>{title}</h2> <Icon name="chevron-down" />
      </summary>
      <Questions />
    </details>
  );
}

function Questions() {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.questions}>
      {QUESTIONS.map((question) => (
        <details key={question}>
          <summary>
            {t(`dashboard.faq.${question}.question`)} <Icon name="chevron-down" />
          </summary>
          <p>{t(`dashboard.faq.${question}.answer`)}</p>
          {question === 'statuses' && <StatusMeanings />}
          {question === 'contact' && (
            <p>
              <SupportLink icon="send">{t('dashboard.faq.contact.write')}</SupportLink>
            </p>
          )}
        </details>
      ))}
    </div>
  );
}

function StatusMeanings() {
  const { t } = useTranslation('shell');
  return (
    <ul className={styles.statuses}>
      {STATUSES.map((status) => (
        <li key={status}>
          <StatusBadge status={status} />
          <span>{t(`dashboard.faq.statuses.${status}`)}</span>
        </li>
      ))}
    </ul>
  );
}
