import { Trans, useTranslation } from 'react-i18next';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import { isOver, type MeetingPhase, type MeetingStatus, type MeetingType } from '@/app/domain/meeting/status';
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
  /** All assistants are in other meetings. */
  isQueued: boolean;
  /** Its assistant was called back, and is leaving. */
  isStopping: boolean;
  /** It is over without a transcription. */
  isDeletable: boolean;
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

type BadgeProps = Pick<MeetingRowView, 'type' | 'status' | 'phase' | 'endReason' | 'isQueued' | 'isStopping'>;

interface Shown {
  tone: Tone;
  icon: IconName;
  text:
    | 'recording'
    | 'status.stopped'
    | 'phase.queued'
    | 'phase.leaving'
    | 'phase.sending'
    | `status.${MeetingStatus}`
    | `phase.${Exclude<MeetingPhase, 'recording'>}`;
}

/** The status, or what the assistant does right now. */
export function MeetingBadge(meeting: BadgeProps) {
  const { t } = useTranslation('meeting');
  const { text, ...style } = isOver(meeting) ? endOf(meeting) : doingOf(meeting);
  return <Badge {...style}>{t(text)}</Badge>;
}

function endOf({ status, endReason }: BadgeProps): Shown {
  // Its owner wanted that: nothing failed.
  if (status === 'failed' && endReason === 'stopped') {
    return { tone: 'grey', icon: 'circle-x', text: 'status.stopped' };
  }
  return { ...STATUS_STYLES[status], text: `status.${status}` };
}

function doingOf({ type, status, phase, isQueued, isStopping }: BadgeProps): Shown {
  if (isQueued) return { ...STATUS_STYLES.waiting, text: 'phase.queued' };
  if (isStopping) return { tone: 'grey', icon: 'loader', text: 'phase.leaving' };
  if (phase === 'unheard') return { tone: 'yellow', icon: 'triangle-alert', text: 'phase.unheard' };
  if (phase === 'recording') return { ...STATUS_STYLES.running, text: 'recording' };
  if (phase) return { ...STATUS_STYLES.running, text: `phase.${phase}` };
  if (status === 'waiting' && type === 'instant') return { ...STATUS_STYLES.running, text: 'phase.sending' };
  return { ...STATUS_STYLES[status], text: `status.${status}` };
}
