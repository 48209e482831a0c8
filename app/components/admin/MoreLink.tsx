import { useTranslation } from 'react-i18next';

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
