import { Trans, useTranslation } from 'react-i18next';
import {
  isChangeable,
  type MeetingPhase,
  type MeetingStatus,
  type MeetingType,
} from '@/app/domain/meeting/status';
import { Badge, type Tone } from '../ui/Badge';
import { DateTime } from '../ui/DateTime';
import type { IconName } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import { PostForm } from '../ui/PostForm';
import styles from './MeetingList.module.css';

export interface MeetingRowView {
  publicId: string;
  title: string;
  type: MeetingType;
  status: MeetingStatus;
  phase: MeetingPhase | null;
  startsAt: Date;
  recordingSince: Date | null;
}

interface MeetingListProps {
  rows: MeetingRowView[];
  /** Of the rows' titles. */
  level: 'h2' | 'h3';
}

export function MeetingList({ rows, level }: MeetingListProps) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <Row key={row.publicId} row={row} level={level} />
      ))}
    </ul>
  );
}

function Row({ row, level: Heading }: { row: MeetingRowView; level: MeetingListProps['level'] }) {
  return (
    <li className={styles.row}>
      <Heading>
        <a href={`/meetings/${row.publicId}`}>
          <bdi>{row.title}</bdi>
        </a>
      </Heading>
      <p className={styles.when}>
        <Time {...row} />
      </p>
      <span className={styles.badge}>
        <MeetingBadge {...row} />
      </span>
      {isChangeable(row) && <RowMenu {...row} />}
    </li>
  );
}

function Time({ status, startsAt, recordingSince }: MeetingRowView) {
  const { t } = useTranslation('meeting');
  const key = status === 'waiting' ? 'row.at' : status === 'running' ? 'row.since' : 'row.was';
  const at = recordingSince ?? startsAt;
  return <Trans t={t} i18nKey={key} components={{ at: <DateTime at={at} /> }} />;
}

const STATUS_STYLES: Record<MeetingStatus, { tone: Tone; icon: IconName }> = {
  waiting: { tone: 'grey', icon: 'clock' },
  running: { tone: 'blue', icon: 'loader' },
  completed: { tone: 'green', icon: 'circle-check' },
  failed: { tone: 'red', icon: 'circle-x' },
};

type BadgeProps = Pick<MeetingRowView, 'type' | 'status' | 'phase'>;

/** The status, or what the assistant does right now. */
export function MeetingBadge(meeting: BadgeProps) {
  const { t } = useTranslation('meeting');
  const { type, status, phase } = meeting;
  if (status === 'running' && phase === 'recording') {
    return <Badge {...STATUS_STYLES.running}>{t('recording')}</Badge>;
  }
  const isOver = status === 'completed' || status === 'failed';
  const doing = phase ?? (status === 'waiting' && type === 'instant' ? 'sending' : null);
  if (isOver || doing === null || doing === 'recording') {
    return <Badge {...STATUS_STYLES[status]}>{t(`status.${status}`)}</Badge>;
  }
  return (
    <Badge tone="blue" icon="loader">
      {t(`phase.${doing}`)}
    </Badge>
  );
}

function RowMenu({ publicId, title }: MeetingRowView) {
  const { t } = useTranslation('meeting');
  const href = `/meetings/${publicId}`;
  return (
    <Menu id={`menu-${publicId}`} label="⋯" name={t('row.menu', { title })} buttonClass={styles.menu}>
      <ul>
        <li>
          <a href={`${href}/edit`}>{t('edit')}</a>
        </li>
        <li>
          <PostForm intent="now" action={href}>
            <button type="submit">{t('sendNow')}</button>
          </PostForm>
        </li>
        <li>
          <a href={`${href}/cancel`} data-island="dialog">
            {t('cancel')}
          </a>
        </li>
      </ul>
    </Menu>
  );
}
