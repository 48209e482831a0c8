import { useTranslation } from 'react-i18next';
import { MEETING_TABS, type MeetingTab, meetingsHref } from '@/app/domain/meeting/list-query';
import { isChangeable } from '@/app/domain/meeting/status';
import { REFRESHED_LIST } from '@/app/islands/library/refresh-list.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { ButtonLink } from '../ui/Button';
import buttonStyles from '../ui/Button.module.css';
import { Card } from '../ui/Card';
import { EmptyState } from '../ui/EmptyState';
import { useFormProblem } from '../ui/form-problem';
import { Icon } from '../ui/Icon';
import { Pager } from '../ui/Pager';
import { Tabs } from '../ui/Tabs';
import { ExperimentalBadge } from './ExperimentalBadge';
import styles from './Meeting.module.css';
import type { MeetingRowView } from './MeetingBadge';
import { MeetingForm, type MeetingFormProps } from './MeetingForm';
import { MeetingList } from './MeetingList';
import { TermsQuestion } from './Terms';

interface MeetingsPageProps {
  tab: MeetingTab;
  page: number;
  pages: number;
  count: number;
  rows: MeetingRowView[];
  /** ETag of the rows. */
  version: string;
  /** Null without a subscription, which has settings and a calendar. */
  calendar: 'linked' | 'unlinked' | null;
  form: MeetingFormProps;
}

export function MeetingsPage({ calendar, form, ...list }: MeetingsPageProps) {
  const { t } = useTranslation('meeting');
  const tabs = MEETING_TABS.map((tab) => ({ href: meetingsHref(tab), label: t(`tab.${tab}`) }));
  return (
    <>
      <TermsQuestion />
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <ExperimentalBadge />
        {calendar && (
          <>
            <ButtonLink kind="quiet" href="/calendar">
              {t(calendar === 'linked' ? 'calendar.mine' : 'calendar.link')}
            </ButtonLink>
            <ButtonLink kind="quiet" href="/meetings/settings" data-island="dialog">
              <Icon name="settings" /> {t('settings')}
            </ButtonLink>
          </>
        )}
      </header>
      <NewMeeting form={form} />
      <Tabs label={t('title')} tabs={tabs} current={meetingsHref(list.tab)} />
      <RefreshedRows {...list} />
    </>
  );
}

/** Unfolded while there is something to mend. */
function NewMeeting({ form }: { form: MeetingFormProps }) {
  const { t } = useTranslation('meeting');
  const { errors } = useFormProblem();
  return (
    <details className={styles.new} open={Object.keys(errors).length > 0}>
      <summary className={buttonStyles.primary}>
        <Icon name="plus" /> {t('new')}
      </summary>
      <Card id="new-meeting-title" title={t('new')}>
        <MeetingForm {...form} />
      </Card>
    </details>
  );
}

type ListProps = Omit<MeetingsPageProps, 'calendar' | 'form'>;

/** The longest pauses between polls: while something happens, and before it. */
const REFRESH_MS = 5_000;
const WAITING_REFRESH_MS = 30_000;

function RefreshedRows({ version, ...list }: ListProps) {
  const { tab, page, rows } = list;
  const isUnderway = rows.some((row) => !isChangeable(row) || row.isQueued);
  return (
    <section
      className={styles.fields}
      {...mark(REFRESHED_LIST.root, {
        statusUrl: meetingsHref(tab, page, '/meetings/status'),
        version,
        intervalMs: isUnderway ? REFRESH_MS : WAITING_REFRESH_MS,
        underway: tab === 'recordings' ? 0 : rows.length,
        finished: 0,
      })}
    >
      <Rows {...list} />
    </section>
  );
}

function Rows({ tab, page, pages, count, rows }: Omit<ListProps, 'version'>) {
  const { t } = useTranslation('meeting');
  if (count === 0) return <EmptyState text={t(`empty.${tab}`)} />;
  if (rows.length === 0) {
    return (
      <EmptyState text={t('empty.page')}>
        <ButtonLink kind="quiet" href={meetingsHref(tab)}>
          {t('toFirstPage')}
        </ButtonLink>
      </EmptyState>
    );
  }
  const link = (to: number) => (to >= 1 && to <= pages && to !== page ? meetingsHref(tab, to) : null);
  return (
    <>
      <MeetingList rows={rows} />
      {tab !== 'recordings' && (
        <p>
          <a href={meetingsHref(tab, page)}>{t('refresh')}</a>
        </p>
      )}
      <Pager links={{ first: link(1), previous: link(page - 1), next: link(page + 1), last: link(pages) }} />
    </>
  );
}
