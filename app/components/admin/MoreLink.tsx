import { useTranslation } from 'react-i18next';

/** Link to the next page of older entries; nothing on the last page. */
export function MoreLink({ href }: { href: string | null }) {
  const { t } = useTranslation('admin');
  return (
    href && (
      <p>
        <a href={href}>{t('older')}</a>
      </p>
    )
  );
}
