import { useTranslation } from 'react-i18next';
import { WAIT_OPTIONS } from '@/app/domain/meeting/limits';
import { shownWait } from '@/app/domain/meeting/shown-wait';

/** '10 minutos' for 600. */
export function useWaitText(): (seconds: number) => string {
  const { t } = useTranslation('meeting');
  return (seconds) => {
    const { unit, count } = shownWait(seconds);
    return t(`wait.${unit}`, { count });
  };
}

export function useWaitOptions(): { value: string; label: string }[] {
  const waitText = useWaitText();
  return WAIT_OPTIONS.map((seconds) => ({ value: String(seconds), label: waitText(seconds) }));
}
