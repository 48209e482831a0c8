import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import type { AuditAction, AuditDetails } from '@/app/domain/admin/audit';
import styles from './Admin.module.css';
import { MoreLink } from './MoreLink';

export interface AuditEntryView {
  id: number;
  createdAt: Date;
  /** Null for an action from the command line. */
  adminName: string | null;
  subject: { publicId: string; name: string } | null;
  action: AuditAction;
  details: AuditDetails;
}

export function AuditList({ rows }: { rows: AuditEntryView[] }) {
  const { t } = useTranslation('admin');
  if (rows.length === 0) return <p className={styles.quiet}>{t('audit.none')}</p>;
  return (
    <ul className={styles.log}>
      {rows.map(({ id, createdAt, adminName, subject, action, details }) => (
        <li key={id}>
          <DateTime at={createdAt} />
          <span>
            <strong>{adminName ?? t('audit.terminal')}</strong> {t(`audit.${action}`, details)}
            {subject && (
              <>
                {' '}
                · <a href={`/admin/users/${subject.publicId}`}>{subject.name}</a>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

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
