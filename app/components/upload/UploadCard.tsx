import { useTranslation } from 'react-i18next';
import { TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { formatDuration } from '@/app/domain/format/format-duration';
import { MAX_SPEAKERS, RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { mark } from '@/app/islands/ui/part.contract';
import { CARD_BUTTONS, FILE_ROW, UPLOAD_CARD } from '@/app/islands/upload/upload.contract';
import { Alert } from '../ui/Alert';
import { Button, PartButton } from '../ui/Button';
import fields from '../ui/Field.module.css';
import styles from './UploadCard.module.css';
import { RecordingFields } from './UploadForm';

interface UploadCardProps {
  limits: { maxFileBytes: number; maxFileMs: number; isTrial: boolean };
  balanceMs: number;
  /** The account already stores its one file that waits for minutes. */
  hasStored: boolean;
  /** When the minutes of the month renew; null where minutes are bought. */
  renewsAt: number | null;
}

/** Replaces the upload form once files are chosen. */
export function UploadCard({ limits, balanceMs, hasStored, renewsAt }: UploadCardProps) {
  const { t } = useTranslation('upload');
  const { t: tErrors } = useTranslation('errors');
  const { maxFileBytes, maxFileMs, isTrial } = limits;
  return (
    <div
      className={styles.card}
      {...mark(UPLOAD_CARD.root, {
        balanceMs,
        // Without a wallet, nothing is kept until minutes are bought.
        hasStored: hasStored || renewsAt !== null ? 'yes' : '',
        maxBytes: maxFileBytes,
        maxMs: maxFileMs,
        trialMs: isTrial ? TRIAL_FILE_MS : '',
        unsupported: tErrors('media.unsupported'),
        invalid: tErrors('media.invalid'),
        tooLarge: tErrors('media.too-large', { limit: maxFileBytes / 1024 ** 3 }),
        tooLong: tErrors('media.too-long', { limit: maxFileMs / 3_600_000 }),
        trialTooLong: tErrors('wallet.trial-file-too-long'),
        noAudio: tErrors('media.no-audio'),
        failed: tErrors('transcription.upload-failed'),
        durationUnknown: t('duration.unknown'),
        submit: t('card.submit'),
        submitAnyway: t('card.submitAnyway'),
        waiting: t('news.waiting'),
        sending: t('news.sending'),
        resumed: t('news.resumed'),
        paused: t('news.paused'),
        offline: t('news.offline'),
        checking: t('news.checking'),
        looking: t('news.looking'),
        converting: t('news.converting'),
        done: t('news.done'),
      })}
    >
      <h3 tabIndex={-1}>{t('card.title')}</h3>
      <ul className={styles.files} aria-label={t('card.files')} {...mark(UPLOAD_CARD.files)} />
      <template {...mark(UPLOAD_CARD.row)}>
        <FileRow />
      </template>
      <div {...mark(UPLOAD_CARD.options)}>
        <RecordingFields prefix="upload-" />
      </div>
      <div {...mark(UPLOAD_CARD.insufficient)} hidden role="alert">
        <Alert kind="warning">
          <Shortage balanceMs={balanceMs} renewsAt={renewsAt} />
          <p {...mark(UPLOAD_CARD.tooMany)} hidden>
            {t('card.tooMany')}
          </p>
          <p {...mark(UPLOAD_CARD.hasStored)} hidden>
            {renewsAt === null && tErrors('transcription.already-stored')}
          </p>
        </Alert>
      </div>
      <p role="status" className={styles.said} {...mark(UPLOAD_CARD.said)} />
      <div className={styles.actions} {...mark(UPLOAD_CARD.choosing)}>
        <Button type="button" {...mark(CARD_BUTTONS.send)}>
          {t('card.submit')}
        </Button>
        <Button type="button" {...mark(CARD_BUTTONS.store)} hidden>
          {t('card.store')}
        </Button>
        <PartButton part={CARD_BUTTONS.add}>{t('card.add')}</PartButton>
        <PartButton part={CARD_BUTTONS.back}>{t('card.back')}</PartButton>
      </div>
      <div className={styles.actions} {...mark(UPLOAD_CARD.underWay)} hidden>
        <Button type="button" kind="danger" {...mark(CARD_BUTTONS.cancel)}>
          {t('card.cancel')}
        </Button>
      </div>
    </div>
  );
}

function Shortage({ balanceMs, renewsAt }: Pick<UploadCardProps, 'balanceMs' | 'renewsAt'>) {
  const { t } = useTranslation('upload');
  const { t: tErrors } = useTranslation('errors');
  if (renewsAt !== null) return <strong>{tErrors('wallet.month-used-up', { renewsAt })}</strong>;
  return (
    <>
      <strong>{tErrors('wallet.insufficient-funds')}</strong>{' '}
      {t('card.balance', { balance: formatDuration(balanceMs) })} <a href="/wallet">{t('card.wallet')}</a>
    </>
  );
}

function FileRow() {
  const { t } = useTranslation('upload');
  return (
    <li className={styles.file}>
      <bdi className={styles.name} {...mark(FILE_ROW.name)}>
        <span {...mark(FILE_ROW.nameStart)} />
        <span {...mark(FILE_ROW.nameEnd)} />
      </bdi>
      <p className={styles.facts}>
        <span {...mark(FILE_ROW.size)} />
        <span {...mark(FILE_ROW.duration)}>{t('duration.measuring')}</span>
      </p>
      <div className={styles.buttons}>
        <PartButton part={CARD_BUTTONS.exception} aria-expanded={false} hidden>
          {t('file.exception')}
        </PartButton>
        <PartButton part={CARD_BUTTONS.pause} hidden>
          {t('file.pause')}
        </PartButton>
        <PartButton part={CARD_BUTTONS.resume} hidden>
          {t('file.resume')}
        </PartButton>
        <PartButton part={CARD_BUTTONS.remove}>{t('file.remove')}</PartButton>
      </div>
      <OwnOptions />
      <p className={styles.news} {...mark(FILE_ROW.news)} hidden>
        <progress max={100} value={0} />
        <span />
      </p>
      <p className={styles.error} role="alert" {...mark(FILE_ROW.error)} hidden />
    </li>
  );
}

/** Language and people of one file where they differ from the others'. */
function OwnOptions() {
  const { t } = useTranslation('upload');
  const { t: tTranscription } = useTranslation('transcription');
  return (
    <div className={styles.own} {...mark(FILE_ROW.options)} hidden>
      <label>
        {tTranscription('upload.language')}
        <select className={fields.input} {...mark(FILE_ROW.language)}>
          <option value="">{t('file.asOthers')}</option>
          {RECORDING_LANGUAGES.map((value) => (
            <option key={value} value={value}>
              {tTranscription(`language.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {tTranscription('upload.speakers')}
        <input
          type="number"
          className={fields.input}
          placeholder={t('file.asOthers')}
          min={1}
          max={MAX_SPEAKERS}
          {...mark(FILE_ROW.speakers)}
        />
      </label>
    </div>
  );
}
