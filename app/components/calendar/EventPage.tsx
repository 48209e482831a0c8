import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOfEvent } from '@/app/domain/calendar/agenda';
import { calendarHref } from '@/app/domain/calendar/calendar-query';
import type { CalendarEvent, Guest } from '@/app/domain/calendar/event';
import { splitLinks } from '@/app/domain/calendar/text-links';
import { meetingUrl } from '@/app/domain/meeting/meeting-url';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink, Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { useEventTimeText, useZone } from './CalendarDates';
import styles from './Event.module.css';
import { AnswerBadge, EventBadges } from './EventBadges';
import { RecurrenceText } from './RecurrenceText';

interface EventPageProps {
  event: CalendarEvent;
  /** Of its series; empty for a single event. */
  recurrence: string[];
  /** What else can be done with a meeting. */
  children?: ReactNode;
}

export function EventPage({ event, recurrence, children }: EventPageProps) {
  const { t } = useTranslation('calendar');
  const zone = useZone();
  const { firstDay } = daysOfEvent(event.time, zone);
  return (
    <article className={styles.page} data-dialog={t('event.close')}>
      <BackLink href={calendarHref({ date: firstDay })}>{t('title')}</BackLink>
      <header className={styles.head}>
        <h1 id="event-title">
          <bdi>{event.title || t('event.untitled')}</bdi>
        </h1>
        <p className={styles.badges}>
          <EventBadges event={event} />
        </p>
      </header>
      <ErrorSummary />
      <Meet event={event} />
      {children}
      <Facts event={event} recurrence={recurrence} />
      <Changes event={event} />
    </article>
  );
}

function Facts({ event, recurrence }: Omit<EventPageProps, 'children'>) {
  const { t } = useTranslation('calendar');
  const timeText = useEventTimeText();
  const zone = useZone();
  const { time, location, description, guests, hasMoreGuests } = event;
  return (
    <dl className={styles.facts}>
      <Fact label={t('event.when')}>
        {timeText(time)}
        {!time.isAllDay && <span className={styles.note}> ({t('page.zone', { zone })})</span>}
      </Fact>
      {(event.seriesId !== null || recurrence.length > 0) && (
        <Fact label={t('event.recurrence')}>
          <RecurrenceText recurrence={recurrence} />
        </Fact>
      )}
      {location && (
        <Fact label={t('event.location')}>
          <Linked text={location} />
        </Fact>
      )}
      {guests.length > 0 && (
        <Fact label={t('event.guests')}>
          <ul className={styles.guests}>
            {guests.map((guest) => (
              <GuestRow key={guest.email} {...guest} />
            ))}
          </ul>
          {hasMoreGuests && <p className={styles.note}>{t('event.moreGuests')}</p>}
        </Fact>
      )}
      {description && (
        <Fact label={t('event.description')}>
          <span className={styles.lines}>
            <Linked text={description} />
          </span>
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** A text with its web addresses as links. */
function Linked({ text }: { text: string }) {
  let offset = 0;
  return splitLinks(text).map((stretch) => {
    offset += stretch.text.length;
    if (!stretch.href) return stretch.text;
    return (
      <a key={offset} href={stretch.href} target="_blank" rel="noopener noreferrer nofollow">
        {stretch.text}
      </a>
    );
  });
}

function GuestRow({ name, email, answer, isSelf, isOrganizer }: Guest) {
  const { t } = useTranslation('calendar');
  return (
    <li>
      <span>
        <bdi>{name || email}</bdi>
        {isSelf && ` (${t('event.you')})`}
        {isOrganizer && <span className={styles.note}> {t('event.organizer')}</span>}
      </span>
      <AnswerBadge answer={answer} />
    </li>
  );
}

/** The way into its meeting, or one to make. */
function Meet({ event: { id, meet, isEditable } }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  if (meet?.state === 'ready') {
    return (
      <p>
        <ButtonLink href={meetingUrl(meet.room)} target="_blank" rel="noopener">
          <Icon name="video" /> {t('event.join')}
        </ButtonLink>
      </p>
    );
  }
  if (meet) {
    return (
      <p role="status">
        {t('event.meetPending')} <a href={`/calendar/${id}`}>{t('event.lookAgain')}</a>
      </p>
    );
  }
  if (!isEditable) return null;
  return (
    <PostForm intent="add-meet">
      <Button kind="quiet" busyLabel={t('event.addingMeet')}>
        <Icon name="video" /> {t('event.addMeet')}
      </Button>
    </PostForm>
  );
}

function Changes({ event: { id, isEditable, href } }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  return (
    <>
      {!isEditable && <p className={styles.note}>{t('event.readOnly')}</p>}
      <div className={styles.actions}>
        {isEditable && (
          <>
            <ButtonLink kind="quiet" href={`/calendar/${id}/edit`}>
              {t('event.edit')}
            </ButtonLink>
            <ButtonLink kind="danger" href={`/calendar/${id}/delete`} data-island="dialog">
              {t('event.delete')}
            </ButtonLink>
          </>
        )}
        {href && (
          <a href={href} target="_blank" rel="noopener">
            <Icon name="external-link" /> {t('event.atGoogle')}
          </a>
        )}
      </div>
    </>
  );
}
