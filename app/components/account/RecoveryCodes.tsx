import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import { Alert } from '../ui/Alert';
import { Button, ButtonLink, CopyButton } from '../ui/Button';
import styles from './RecoveryCodes.module.css';

/** New recovery codes, which this answer alone shows. */
export function RecoveryCodes({ codes, isFirstPasskey }: { codes: string[]; isFirstPasskey: boolean }) {
  const { t } = useTranslation('account');
  const named = { product: PRODUCT_NAME };
  const text = `${t('recovery.fileTitle', named)}\n\n${codes.join('\n')}\n\n${t('recovery.use')}\n`;
  return (
    <div className={styles.page}>
      <h1>{t('recovery.title')}</h1>
      {isFirstPasskey && <p>{t('recovery.withPasskey')}</p>}
      <p>{t('recovery.use')}</p>
      <Alert kind="warning">{t('recovery.once')}</Alert>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <input type="hidden" id="recovery-codes" value={codes.join('\n')} />
      <p className={styles.actions}>
        <ButtonLink
          kind="quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t('recovery.fileName')}
        >
          {t('recovery.download')}
        </ButtonLink>
        <CopyButton copies="recovery-codes" label={t('recovery.copy')} doneLabel={t('recovery.copied')} />
        <Button type="button" kind="quiet" hidden data-island="print">
          {t('recovery.print')}
        </Button>
      </p>
      <p className={styles.actions}>
        <ButtonLink href="/account/passkeys">{t('recovery.done')}</ButtonLink>
      </p>
    </div>
  );
}
