import { useTranslation } from 'react-i18next';
import buttonStyles from '../ui/Button.module.css';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { ExperimentalBadge } from './ExperimentalBadge';
import styles from './Meeting.module.css';
import { MeetingForm, type MeetingFormProps } from './MeetingForm';
import { MeetingList, type MeetingRowView } from './MeetingList';

export interface MeetCardProps {
  rows: MeetingRowView[];
  form: MeetingFormProps;
}

/** The next meetings, and the compact form, on the dashboard. */
export function MeetCard({ rows, form }: MeetCardProps) {
  const { t } = useTranslation('meeting');
  return (
    <Card id="meet-title" title={t('brand')}>
      <p>
        <ExperimentalBadge />
      </p>
      {rows.length > 0 ? <MeetingList rows={rows} level="h3" /> : <p>{t('empty.upcoming')}</p>}
      <details className={styles.new}>
        <summary className={buttonStyles.primary}>
          <Icon name="plus" /> {t('new')}
        </summary>
        <MeetingForm {...form} />
      </details>
      <p>
        <a href="/meetings">{t('all')}</a>
      </p>
    </Card>
  );
}
