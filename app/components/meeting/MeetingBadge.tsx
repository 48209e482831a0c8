import { Trans, useTranslation } from 'react-i18next';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import type { MeetingPhase, MeetingStatus, MeetingType } from '@/app/domain/meeting/status';
import { Badge, type Tone } from '../ui/Badge';
import { DateTime } from '../ui/DateTime';
import type { IconName } from '../ui/Icon';

export interface MeetingRowView {
  publicId: string;
  title: string;
  type: MeetingType;
  status: MeetingStatus;
  phase: MeetingPhase | null;
  startsAt: Date;
  recordingSince: Date | null;
  endReason: EndReason | null;
}

/** When it starts, began recording, or was. */
export function MeetingTime({ status, type, startsAt, recordingSince }: MeetingRowView) {
  const { t } = useTranslation('meeting');
  const waiting = type === 'instant' ? 'row.sent' : 'row.at';
  const key = status === 'waiting' ? waiting : status === 'running' ? 'row.since' : 'row.was';
  const at = recordingSince ?? startsAt;
  return <Trans t={t} i18nKey={key} components={{ at: <DateTime at={at} /> }} />;
}

const STATUS_STYLES: Record<MeetingStatus, { tone: Tone; icon: IconName }> = {
  waiting: { tone: 'grey', icon: 'clock' },
  running: { tone: 'blue', icon: 'loader' },
  completed: { tone: 'green', icon: 'circle-check' },
  failed: { tone: 'red', icon: 'circle-x' },
};

const WARNING = { tone: 'yellow', icon: 'triangle-alert' } as const;

type BadgeProps = Pick<MeetingRowView, 'type' | 'status' | 'phase' | 'endReason'>;

/** The status, or what the assistant does right now. */
export function MeetingBadge(meeting: BadgeProps) {
  const { t } = useTranslation('meeting');
  const { type, status, phase, endReason } = meeting;
  if (status === 'running' && phase === 'recording') {
    return <Badge {...STATUS_STYLES.running}>{t('recording')}</Badge>;
  }
  // Its owner wanted that: nothing failed.
  if (status === 'failed' && endReason === 'stopped') {
    return (
      <Badge tone="grey" icon="circle-x">
        {t('status.stopped')}
      </Badge>
    );
  }
  const isOver = status === 'completed' || status === 'failed';
  const doing = phase ?? (status === 'waiting' && type === 'instant' ? 'sending' : null);
  if (isOver || doing === null || doing === 'recording') {
    return <Badge {...STATUS_STYLES[status]}>{t(`status.${status}`)}</Badge>;
  }
  return <Badge {...(doing === 'unheard' ? WARNING : STATUS_STYLES.running)}>{t(`phase.${doing}`)}</Badge>;
}
