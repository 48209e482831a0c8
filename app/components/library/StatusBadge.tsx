import { useTranslation } from 'react-i18next';
import type { TranscriptionStatus } from '@/app/domain/transcription/status';
import { Badge, type Tone } from '../ui/Badge';
import type { IconName } from '../ui/Icon';

const STATUS_STYLES: Record<TranscriptionStatus, { tone: Tone; icon: IconName }> = {
  pending: { tone: 'grey', icon: 'clock' },
  processing: { tone: 'blue', icon: 'loader' },
  succeeded: { tone: 'green', icon: 'circle-check' },
  stored: { tone: 'yellow', icon: 'archive' },
  failed: { tone: 'red', icon: 'circle-x' },
};

export function StatusBadge({ status }: { status: TranscriptionStatus }) {
  const { t } = useTranslation('transcription');
  return <Badge {...STATUS_STYLES[status]}>{t(`status.${status}`)}</Badge>;
}
