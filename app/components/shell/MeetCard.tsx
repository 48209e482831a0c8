import { useTranslation } from 'react-i18next';
import { MeetingBadge, type MeetingRowView, MeetingTime } from '../meeting/MeetingBadge';
import { type Availability, DateAndTime, NameAndUrl, Unavailable, Zone } from '../meeting/MeetingFields';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import buttonStyles from '../ui/Button.module.css';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import styles from './DashboardPage.module.css';

export interface MeetCardProps {
  rows: MeetingRowView[];
  availability: Availability;
  /** 'YYYY-MM-DD' in the account's time zone. */
  today: string;
}

/** The next meetings and the compact form, which needs no styles of its own: the dashboard fits a first flight. */
export function MeetCard({ rows, availability, today }: MeetCardProps) {
  const { t } = useTranslation('meeting');
  return (
    <Card id="meet-title" title={t('brand')}>
      <p>
        <Badge tone="grey" icon="info">
          {t('experimental')}
        </Badge>
      </p>
      {rows.length === 0 && <p className={styles.said}>{t('empty.upcoming')}</p>}
      {rows.map((row) => (
        <section key={row.publicId} className={styles.place}>
          <h3>
            <a href={`/meetings/${row.publicId}`}>
              <bdi>{row.title}</bdi>
            </a>
          </h3>
          <p className={styles.said}>
            <MeetingTime {...row} />
          </p>
          <p>
            <MeetingBadge {...row} />
          </p>
        </section>
      ))}
      <Unavailable {...availability} />
      <details className={styles.new}>
        <summary className={buttonStyles.primary}>
          <Icon name="plus" /> {t('new')}
        </summary>
        <CompactForm isDisabled={availability.obstacle !== null} today={today} />
      </details>
      <p>
        <a href="/meetings">{t('all')}</a>
      </p>
    </Card>
  );
}

/** Its two buttons say when; mistakes are shown by the page of meetings, to which it posts. */
function CompactForm({ isDisabled, today }: { isDisabled: boolean; today: string }) {
  const { t } = useTranslation('meeting');
  return (
    <PostForm noValidate intent="create" action="/meetings" className={styles.column}>
      <NameAndUrl isDisabled={isDisabled} />
      <Button name="meet_type" value="instant" disabled={isDisabled}>
        {t('sendNow')}
      </Button>
      <details className={styles.new}>
        <summary className={buttonStyles.quiet}>{t('schedule')}</summary>
        <div className={styles.column}>
          <DateAndTime min={today} />
          <p className={styles.said}>
            <Zone />
          </p>
          <Button kind="quiet" name="meet_type" value="scheduled" disabled={isDisabled}>
            {t('form.submit')}
          </Button>
        </div>
      </details>
    </PostForm>
  );
}
