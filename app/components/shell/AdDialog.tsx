import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { SanitisedHtml } from '../ui/SanitisedHtml';
import styles from './AdDialog.module.css';

export interface AdDialogProps {
  publicId: string;
  title: string;
  message: string;
  /** Sanitised. */
  html: string;
  hasImage: boolean;
}

/** An advertisement: a card in the page, which scripts lift over it until it is closed. */
export function AdDialog({ publicId, title, message, html, hasImage }: AdDialogProps) {
  const { t } = useTranslation('common');
  return (
    <dialog open className={styles.ad} aria-labelledby="ad-title" data-island="ad">
      <h2 id="ad-title">{title}</h2>
      {hasImage && <img src={`/ads/${publicId}/image`} alt="" />}
      <p className={styles.message}>{message}</p>
      {html && <SanitisedHtml html={html} />}
      <form method="post" action={`/ads/${publicId}/dismiss`}>
        <Button kind="quiet">{t('ad.close')}</Button>
      </form>
    </dialog>
  );
}
