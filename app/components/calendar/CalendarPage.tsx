import { useTranslation } from 'react-i18next';
import type { AgendaDay } from '@/app/domain/calendar/agenda';
import {
  CALENDAR_VIEWS,
  type CalendarQuery,
  calendarHref,
  dateBeside,
  daysOfView,
  EVENT_FILTERS,
} from '@/app/domain/calendar/calendar-query';
import { titleOfView } from '@/app/domain/calendar/day-texts';
import type { GridEvent } from '@/app/domain/calendar/grid-event';
import { packEvents } from '@/app/domain/calendar/packed-events';
import type { Day } from '@/app/domain/format/day';
import { CALENDAR_PAGE } from '@/app/islands/calendar/calendar.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Alert } from '../ui/Alert';
import { ButtonLink } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Tabs } from '../ui/Tabs';
import { Agenda } from './Agenda';
import styles from './Calendar.module.css';
import { useDayTexts, useZone } from './CalendarDates';
import { CalendarGrid, GridSwitch } from './CalendarGrid';

interface ShownAgenda {
  /** The calendar's own name. */
  name: string;
  days: AgendaDay[];
  /** For the grid, which shows whole weeks of a month, and chooses by itself. */
  events: GridEvent[];
  /** There are more events than these. */
  isPartial: boolean;
}

interface CalendarPageProps {
  query: CalendarQuery;
  today: Day;
  /** Null when Google did not answer. */
  agenda: ShownAgenda | null;
}

export function CalendarPage({ query, today, agenda }: CalendarPageProps) {
  const { t } = useTranslation('calendar');
  const { view, date } = query;
  const hrefOf = (changed: Partial<CalendarQuery>) => calendarHref({ ...query, ...changed });
  const tabs = CALENDAR_VIEWS.map((name) => ({
    href: hrefOf({ view: name }),
    label: t(`page.view.${name}`),
  }));
  const isNow = date === today;
  return (
    <>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <div>
          <ButtonLink href={isNow ? '/calendar/new' : `/calendar/new?date=${date}`}>
            <Icon name="plus" /> {t('page.new')}
          </ButtonLink>
          <ButtonLink kind="quiet" href="/calendar/assistant">
            {t('page.assistant')}
          </ButtonLink>
          <ButtonLink kind="quiet" href="/calendar/unlink">
            {t('page.unlink')}
          </ButtonLink>
        </div>
      </header>
      <Zone name={agenda?.name ?? ''} />
      <div className={styles.calendar} {...(agenda && marksOf({ query, agenda }))}>
        <div className={styles.bar} {...mark(CALENDAR_PAGE.views)}>
          <Tabs label={t('page.views')} tabs={tabs} current={hrefOf({ view })} />
          {agenda && <GridSwitch />}
        </div>
        <Steps {...query} />
        <Filters {...query} />
        {agenda ? (
          <Days {...{ query, today, agenda }} />
        ) : (
          <Alert kind="warning">
            <p>
              {t('page.unavailable')} <a href={hrefOf({})}>{t('page.retry')}</a>
            </p>
          </Alert>
        )}
        {agenda && <CalendarGrid />}
      </div>
    </>
  );
}

const marksOf = ({ query, agenda }: Pick<DaysProps, 'query' | 'agenda'>) =>
  mark(CALENDAR_PAGE.root, {
    query: JSON.stringify(query),
    events: packEvents(agenda.events),
  });

/** Whose calendar it is, and in which time zone its times are. */
function Zone({ name }: { name: string }) {
  const { t } = useTranslation('calendar');
  const zone = useZone();
  return (
    <p className={styles.note}>
      {name && (
        <>
          <bdi>{name}</bdi> ·{' '}
        </>
      )}
      {t('page.zone', { zone })} <a href="/account">{t('page.zone.change')}</a>
    </p>
  );
}

/** The days that are shown, and the way to those before and after. */
function Steps(query: CalendarQuery) {
  const { t } = useTranslation('calendar');
  const texts = useDayTexts();
  const { view, show } = query;
  const title = titleOfView(query, daysOfView(query), texts);
  const step = (direction: -1 | 1, label: string) => {
    const beside = dateBeside(query, direction);
    return beside ? <a href={calendarHref({ ...query, date: beside })}>{label}</a> : <span>{label}</span>;
  };
  return (
    <div className={styles.steps}>
      <h2>{title}</h2>
      <nav aria-label={t('page.steps')} {...mark(CALENDAR_PAGE.steps)}>
        <ul>
          <li>{step(-1, t('page.previous'))}</li>
          <li>
            <a href={calendarHref({ view, show })}>{t('page.today')}</a>
          </li>
          <li>{step(1, t('page.next'))}</li>
        </ul>
      </nav>
    </div>
  );
}

/** Each is switched on and off by itself. */
function Filters(query: CalendarQuery) {
  const { t } = useTranslation('calendar');
  const { show } = query;
  return (
    <nav aria-label={t('page.filters')} {...mark(CALENDAR_PAGE.filters)}>
      <ul className={styles.filters}>
        {EVENT_FILTERS.map((filter) => {
          const isOn = show.includes(filter);
          const others = show.filter((name) => name !== filter);
          const href = calendarHref({ ...query, show: isOn ? others : [...others, filter] });
          return (
            <li key={filter}>
              <a href={href} aria-current={isOn ? 'true' : undefined}>
                {t(`page.filter.${filter}`)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type DaysProps = Omit<CalendarPageProps, 'agenda'> & { agenda: ShownAgenda };

function Days({ query, today, agenda }: DaysProps) {
  const { t } = useTranslation('calendar');
  const { days, isPartial } = agenda;
  const hasEvents = days.some(({ entries }) => entries.length > 0);
  return (
    <div {...mark(CALENDAR_PAGE.list)}>
      {isPartial && (
        <Alert kind="info">
          <p>{t('page.partial')}</p>
        </Alert>
      )}
      {hasEvents ? (
        <Agenda days={days} today={today} />
      ) : (
        <EmptyState text={t(query.show.length > 0 ? 'page.nothingChosen' : 'page.nothing')} />
      )}
      {query.show.length > 0 && (
        <p>
          <a href={calendarHref({ ...query, show: [] })}>{t('page.showAll')}</a>
        </p>
      )}
    </div>
  );
}
