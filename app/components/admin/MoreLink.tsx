import { useTranslation } from 'react-i18next';

/** Leads to older entries of a list; nothing when there are none. */
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
