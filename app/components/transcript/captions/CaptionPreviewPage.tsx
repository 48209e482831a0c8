import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { CaptionFault } from '@/app/domain/transcript/captions/check-captions';
import { type StretchSteps, stretchLink } from '@/app/domain/transcript/captions/stretch';
import { timeLink } from '@/app/domain/transcript/time-link';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { CAPTION_PREVIEW } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../../ui/Button';
import { Field, type FormErrors } from '../../ui/Field';
import { BackLink, Icon } from '../../ui/Icon';
import { Pager, type PagerLinks } from '../../ui/Pager';
import type { Playback } from '../RecordingPlayer';
import { CaptionFaults } from './CaptionFaults';
import styles from './CaptionPreviewPage.module.css';

interface PreviewedCaption extends TimeRange {
  lines: string[];
  /** The rules that it breaks. */
  faults: CaptionFault[];
  charactersPerSecond: number;
  /** Index of the speaker's colour. */
  hue: number;
}

export interface CaptionPreviewPageProps {
  publicId: string;
  title: string;
  /** Of the transcript. */
  language: string;
  hasRecording: boolean;
  /** The original may be a video. */
  hasPicture: boolean;
  playback: Playback | null;
  durationMs: number;
  /** Whether the captions say who speaks. */
  hasNames: boolean;
  stretch: TimeRange;
  steps: StretchSteps;
  captions: PreviewedCaption[];
  /** As typed; null for what is shown. */
  typed: { from: string | null; to: string | null };
  errors: FormErrors<'from' | 'to'>;
}

/** A stretch of a recording with its captions drawn over it. Without scripts the browser draws those of a track. */
export function CaptionPreviewPage(props: CaptionPreviewPageProps) {
  const { t, i18n } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  const { startMs, endMs } = props.stretch;
  return (
    <article className={styles.page}>
      <BackLink href={`${base}/download`}>{t('captions.preview.back')}</BackLink>
      <h1>{t('captions.preview.title')}</h1>
      <p>
        <bdi>{props.title}</bdi>
      </p>
      <StretchForm {...props} />
      <section
        className={styles.preview}
        aria-labelledby="captions-title"
        data-island="caption-preview"
        {...mark(CAPTION_PREVIEW.root, { from: startMs, to: endMs })}
      >
        {props.hasRecording ? <Stage {...props} base={base} /> : <p>{t('audioGone')}</p>}
        <h2 id="captions-title">{t('captions.preview.list')}</h2>
        <p className={styles.range}>
          {t('captions.preview.range', {
            from: formatPosition(startMs),
            to: formatPosition(endMs),
            length: formatPosition(props.durationMs),
          })}
        </p>
        {props.captions.length === 0 && <p>{t('captions.preview.none')}</p>}
        <ol className={styles.captions} lang={props.language}>
          {props.captions.map((caption) => (
            <li
              key={caption.startMs}
              className={styles[`hue${caption.hue}`]}
              {...mark(CAPTION_PREVIEW.caption, { from: caption.startMs, to: caption.endMs })}
            >
              <a href={`${base}${timeLink(caption.startMs)}`}>{formatPosition(caption.startMs)}</a>
              <p {...mark(CAPTION_PREVIEW.lines)}>{caption.lines.join('\n')}</p>
              {caption.faults.length > 0 && (
                <p className={styles.faults} lang={i18n.language}>
                  <Icon name="triangle-alert" /> {t('captions.preview.faulty')} <CaptionFaults {...caption} />
                </p>
              )}
            </li>
          ))}
        </ol>
        <Pager links={pagesOf(props, base)} />
      </section>
    </article>
  );
}

function pagesOf({ steps, hasNames }: CaptionPreviewPageProps, base: string): PagerLinks {
  const linkTo = (stretch: TimeRange | null) => stretch && stretchLink(base, stretch, hasNames);
  return {
    first: linkTo(steps.first),
    previous: linkTo(steps.previous),
    next: linkTo(steps.next),
    last: linkTo(steps.last),
  };
}

function StretchForm({ stretch, hasNames, typed, errors }: CaptionPreviewPageProps) {
  const { t } = useTranslation('transcript');
  return (
    <form className={styles.stretch}>
      {!hasNames && <input type="hidden" name="show" value="" />}
      <Field
        name="from"
        label={t('captions.preview.from')}
        value={typed.from ?? formatPosition(stretch.startMs)}
        error={errors.from}
        maxLength={16}
        autoComplete="off"
      />
      <Field
        name="to"
        label={t('captions.preview.to')}
        value={typed.to ?? formatPosition(Math.ceil(stretch.endMs / 1000) * 1000)}
        error={errors.to}
        maxLength={16}
        autoComplete="off"
      />
      <p>{t('captions.preview.hint')}</p>
      <Button>{t('captions.preview.show')}</Button>
    </form>
  );
}

/** The video, or a black stage for an audio. A video that the browser cannot play is heard from its copy. */
function Stage(props: CaptionPreviewPageProps & { base: string }) {
  const { t } = useTranslation('transcript');
  const { base, playback, stretch, hasPicture } = props;
  const range = `#t=${stretch.startMs / 1000},${stretch.endMs / 1000}`;
  return (
    <div className={styles.frame}>
      <video controls preload="metadata" playsInline aria-label={t('captions.preview.player')}>
        {(hasPicture || !playback) && <source src={`${base}/audio${range}`} />}
        {playback && <source src={`${base}/audio?copy=${playback.copy}${range}`} />}
        <track
          default
          kind="captions"
          src={`${base}/export.vtt${props.hasNames ? '' : '?show='}`}
          srcLang={props.language}
          label={t('captions.preview.track')}
        />
      </video>
      <div
        className={styles.stage}
        lang={props.language}
        aria-hidden="true"
        {...mark(CAPTION_PREVIEW.stage)}
      />
    </div>
  );
}
