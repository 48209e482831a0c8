import { useTranslation } from 'react-i18next';
import { TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { formatDuration } from '@/app/domain/format/format-duration';
import { MAX_SPEAKERS, RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Select } from '../ui/Select';
import styles from './UploadCard.module.css';

export interface UploadCardProps {
  limits: { maxFileBytes: number; maxFileMs: number; isTrial: boolean };
  /** Remaining balance of transcription time. */
  balanceMs: number;
  /** The account already stores its one file that waits for minutes. */
  hasStored: boolean;
}

/**
 * Replaces the upload form once files are chosen: their summary, and their upload progress. Its island finds
 * the parts by their `data-` attributes.
 */
export function UploadCard({ limits, balanceMs, hasStored }: UploadCardProps) {
  const { t } = useTranslation('upload');
  const { t: tForm } = useTranslation('transcription');
  const { t: tErrors } = useTranslation('errors');
  const { maxFileBytes, maxFileMs, isTrial } = limits;
  return (
    <div
      data-upload-card
      className={styles.card}
      data-balance-ms={balanceMs}
      data-has-stored={hasStored ? '' : undefined}
      data-max-bytes={maxFileBytes}
      data-max-ms={maxFileMs}
      data-trial-ms={isTrial ? TRIAL_FILE_MS : undefined}
      data-unsupported={tErrors('media.unsupported')}
      data-invalid={tErrors('media.invalid')}
      data-too-large={tErrors('media.too-large', { limit: maxFileBytes / 1024 ** 3 })}
      data-too-long={tErrors('media.too-long', { limit: maxFileMs / 3_600_000 })}
      data-trial-too-long={tErrors('wallet.trial-file-too-long')}
      data-failed={tErrors('transcription.upload-failed')}
      data-duration-unknown={t('duration.unknown')}
      data-waiting={t('news.waiting')}
      data-sending={t('news.sending')}
      data-resumed={t('news.resumed')}
      data-paused={t('news.paused')}
      data-offline={t('news.offline')}
      data-checking={t('news.checking')}
      data-looking={t('news.looking')}
      data-converting={t('news.converting')}
      data-no-audio={tErrors('media.no-audio')}
      data-done={t('news.done')}
    >
      <h3 tabIndex={-1}>{t('card.title')}</h3>
      <ul className={styles.files} aria-label={t('card.files')} data-files />
      <template data-row>
        <FileRow />
      </template>
      <div data-said-before>
        <Select
          name="upload-language"
          label={tForm('upload.language')}
          value={RECORDING_LANGUAGES[0]}
          options={RECORDING_LANGUAGES.map((value) => ({ value, label: tForm(`language.${value}`) }))}
        />
        <Field
          name="upload-speakers"
          type="number"
          label={tForm('upload.speakers')}
          placeholder={tForm('upload.speakers.automatic')}
          min={1}
          max={MAX_SPEAKERS}
        />
      </div>
      <div data-insufficient hidden role="alert">
        <Alert kind="warning">
          <strong>{tErrors('wallet.insufficient-funds')}</strong>{' '}
          {t('card.balance', { balance: formatDuration(balanceMs) })} <a href="/wallet">{t('card.wallet')}</a>
          <p data-too-many hidden>
            {t('card.tooMany')}
          </p>
          <p data-has-stored hidden>
            {tErrors('transcription.already-stored')}
          </p>
        </Alert>
      </div>
      <p role="status" className={styles.said} data-said />
      <div className={styles.actions} data-choosing>
        <Button type="button" data-do="send">
          {t('card.submit')}
        </Button>
        <Button type="button" data-do="store" hidden>
          {t('card.store')}
        </Button>
        <Button type="button" kind="quiet" data-do="back">
          {t('card.back')}
        </Button>
      </div>
      <div className={styles.actions} data-under-way hidden>
        <Button type="button" kind="quiet" data-do="pause">
          {t('card.pause')}
        </Button>
        <Button type="button" data-do="resume" hidden>
          {t('card.resume')}
        </Button>
        <Button type="button" kind="danger" data-do="cancel">
          {t('card.cancel')}
        </Button>
      </div>
    </div>
  );
}

function FileRow() {
  const { t } = useTranslation('upload');
  return (
    <li className={styles.file}>
      <bdi className={styles.name} data-name />
      <dl className={styles.facts}>
        <div>
          <dt>{t('file.format')}</dt>
          <dd data-format />
        </div>
        <div>
          <dt>{t('file.size')}</dt>
          <dd data-size />
        </div>
        <div>
          <dt>{t('file.duration')}</dt>
          <dd data-duration>{t('duration.measuring')}</dd>
        </div>
      </dl>
      <p className={styles.news} data-news hidden>
        <progress max={100} value={0} />
        <span />
      </p>
      <p className={styles.error} role="alert" data-error hidden />
      <Button type="button" kind="quiet" data-do="remove">
        {t('file.remove')}
      </Button>
    </li>
  );
}
