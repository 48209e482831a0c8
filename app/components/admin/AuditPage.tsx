import { useTranslation } from 'react-i18next';
import { type AuditEntryView, AuditList } from './AuditList';
import { MoreLink } from './MoreLink';

export function AuditPage({ rows, moreHref }: { rows: AuditEntryView[]; moreHref: string | null }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1>{t('audit.title')}</h1>
      <AuditList rows={rows} />
      <MoreLink href={moreHref} />
    </>
  );
}
