import { useTranslation } from 'react-i18next';
import { CALENDAR_GRID, SHOW_BUTTONS } from '@/app/islands/calendar/calendar.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Toast } from '../ui/Alert';
import { PartButton } from '../ui/Button';

const KEYS = ['arrows', 'enter', 'move', 'resize'] as const;

/** What the grid fills in, and says. Its styles come with the grid. */
export function CalendarGrid() {
  const { t } = useTranslation('calendar');
  const { t: errors } = useTranslation('errors');
  const texts = {
    untitled: t('event.untitled'),
    accepted: t('event.answer.accepted'),
    declined: t('event.answer.declined'),
    tentative: t('event.answer.tentative'),
    needsAction: t('event.answer.needsAction'),
    series: t('event.repeats'),
    wholeDay: t('page.wholeDay'),
    newEvent: t('grid.newEvent', { when: '%' }),
    moved: t('grid.moved', { title: '%title', when: '%when' }),
    saved: t('grid.saved', { title: '%title', when: '%when' }),
    readOnly: t('grid.readOnly', { title: '%title' }),
    failed: errors('calendar.not-changed'),
  };
  return (
    <section aria-label={t('grid.title')} hidden {...mark(CALENDAR_GRID.root, texts)}>
      <details>
        <summary>{t('grid.keys')}</summary>
        <ul>
          {KEYS.map((key) => (
            <li key={key}>{t(`grid.keys.${key}`)}</li>
          ))}
        </ul>
      </details>
      <div role="alert" hidden {...mark(CALENDAR_GRID.unavailable)}>
        <p>{t('page.unavailable')}</p>
        <PartButton part={CALENDAR_GRID.retry}>{t('page.retry')}</PartButton>
      </div>
      <p hidden {...mark(CALENDAR_GRID.partial)}>
        {t('grid.partial')}
      </p>
      <p role="status" className="visually-hidden" {...mark(CALENDAR_GRID.said)} />
      <div {...mark(CALENDAR_GRID.place)} />
      <template {...mark(CALENDAR_GRID.toast)}>
        <Toast kind="error" text="" />
      </template>
    </section>
  );
}

/** Leads from the grid to the list, and back; shown by the island. */
export function GridSwitch() {
  const { t } = useTranslation('calendar');
  return (
    <p hidden {...mark(SHOW_BUTTONS.root)}>
      <PartButton part={SHOW_BUTTONS.list}>{t('grid.showList')}</PartButton>
      <PartButton part={SHOW_BUTTONS.grid}>{t('grid.showGrid')}</PartButton>
    </p>
  );
}
