import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { CaptionFault } from '@/app/domain/transcript/captions/check-captions';
import { captionLink } from '@/app/domain/transcript/captions/stretch';
import { timeLink } from '@/app/domain/transcript/time-link';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { CaptionFaults } from './CaptionFaults';
import styles from './CaptionReview.module.css';

interface FaultyCaption extends TimeRange {
  /** With the speaker's name, which is read too. */
  labelledLines: string[];
  faults: CaptionFault[];
  charactersPerSecond: number;
}

export interface CaptionReviewProps {
  /** Path of the transcript's page. */
  base: string;
  hasRecording: boolean;
  /** Address of the same check with names, or without. */
  otherwise: string;
  review: {
    /** Whether the captions say who speaks. */
    hasNames: boolean;
    captionCount: number;
    faultyCount: number;
    /** The first of them. */
    faulty: FaultyCaption[];
    /** Where the first of the others is. */
    next: TimeRange | null;
  };
}

/** How many captions break a rule, which, and where they are. */
export function CaptionReview({ base, hasRecording, otherwise, review }: CaptionReviewProps) {
  const { t } = useTranslation('transcript');
  const { hasNames, captionCount, faultyCount, faulty, next } = review;
  const linkTo = (caption: TimeRange) =>
    hasRecording ? captionLink(base, caption, hasNames) : `${base}${timeLink(caption.startMs)}`;
  return (
    <section className={styles.review} aria-labelledby="captions-title">
      <h2 id="captions-title">
        {t('captions.title', {
          captions: t('captions.count', { count: captionCount }),
          faulty: faultyCount > 0 ? t('captions.faulty', { count: faultyCount }) : t('captions.allGood'),
        })}
      </h2>
      <p>
        {t('captions.rules')} {t(hasNames ? 'captions.rules.names' : 'captions.rules.noNames')}{' '}
        <a href={otherwise}>{t(hasNames ? 'captions.withoutNames' : 'captions.withNames')}</a>
      </p>
      {faultyCount > 0 && (
        <details data-island="unfold">
          <summary>{t('captions.which')}</summary>
          <ol>
            {faulty.map((caption) => (
              <li key={caption.startMs}>
                <a href={`${base}${timeLink(caption.startMs)}`}>{formatPosition(caption.startMs)}</a>
                <span>
                  <CaptionFaults {...caption} />
                </span>
                {hasRecording && (
                  <a href={linkTo(caption)}>
                    {t('captions.see')}
                    <span className="visually-hidden"> {formatPosition(caption.startMs)}</span>
                  </a>
                )}
                <q>{caption.labelledLines.join(' ')}</q>
              </li>
            ))}
          </ol>
          {next && (
            <p>
              {t('captions.more', { count: faultyCount - faulty.length })}{' '}
              <a href={linkTo(next)}>{t('captions.moreFrom', { time: formatPosition(next.startMs) })}</a>
            </p>
          )}
        </details>
      )}
      {hasRecording && (
        <p>
          <a href={`${base}/captions${hasNames ? '' : '?show='}`}>{t('captions.preview')}</a>
        </p>
      )}
    </section>
  );
}
