import { useTranslation } from 'react-i18next';
import type { CaptionFault } from '@/app/domain/transcript/captions/check-captions';
import type { TimeRange } from '@/app/domain/transcript/time-range';

interface CaptionFaultsProps extends TimeRange {
  faults: CaptionFault[];
  charactersPerSecond: number;
}

/** The rules that a caption breaks, as a sentence: 'rápida demais: 19,3 caracteres por segundo; …'. */
export function CaptionFaults({ faults, charactersPerSecond, startMs, endMs }: CaptionFaultsProps) {
  const { t, i18n } = useTranslation('transcript');
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  // Rounded away from the limit, so that what breaks it does not look as if it kept it.
  const values = {
    speed: format.format(Math.ceil(charactersPerSecond * 10) / 10),
    seconds: format.format(Math.floor((endMs - startMs) / 100) / 10),
  };
  return <>{faults.map((fault) => t(`captions.fault.${fault}`, values)).join('; ')}</>;
}
