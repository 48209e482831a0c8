import { useTranslation } from 'react-i18next';
import { meetingUrl } from '@/app/domain/meeting/meeting-url';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Meeting.module.css';
import { NameAndUrl } from './MeetingFields';
import { Overrides, Schedule } from './MeetingForm';

interface EditMeetingPageProps {
  meeting: {
    publicId: string;
    title: string;
    room: string;
    language: string;
    botName: string | null;
    maxWaitSeconds: number | null;
    changedAtMs: number;
  };
  today: string;
  typed: { date: string; time: string; turn: 'first' | 'second' | null };
  assistant: { botName: string; maxWaitSeconds: number };
}

export function EditMeetingPage({ meeting, today, typed, assistant }: EditMeetingPageProps) {
  const { t } = useTranslation('meeting');
  return (
    <section className={styles.page}>
      <h1 id="edit-title">{t('edit.title')}</h1>
      <PostForm noValidate className={styles.form} aria-labelledby="edit-title">
        <ErrorSummary takesFocus />
        <input type="hidden" name="changed_at" value={meeting.changedAtMs} />
        <NameAndUrl title={meeting.title} url={meetingUrl(meeting.room)} />
        <Schedule min={today} {...typed} />
        <Overrides assistant={assistant} meeting={meeting} />
        <div className={styles.actions}>
          <Button busyLabel={t('settings.busy')}>{t('edit.save')}</Button>
          <ButtonLink kind="quiet" href={`/meetings/${meeting.publicId}`}>
            {t('keep')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}
