import { useTranslation } from 'react-i18next';
import { Announcement } from '../ui/Announcement';
import { Button } from '../ui/Button';
import { SanitisedHtml } from '../ui/SanitisedHtml';

export interface AdDialogProps {
  publicId: string;
  title: string;
  message: string;
  /** Sanitised HTML. */
  html: string;
  hasImage: boolean;
}

export function AdDialog({ publicId, title, message, html, hasImage }: AdDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Announcement id="ad" title={title}>
      {hasImage && <img src={`/ads/${publicId}/image`} alt="" />}
      <p data-lines>{message}</p>
      {html && <SanitisedHtml html={html} />}
      <form method="post" action={`/ads/${publicId}/dismiss`}>
        <Button kind="quiet">{t('ad.close')}</Button>
      </form>
    </Announcement>
  );
}
