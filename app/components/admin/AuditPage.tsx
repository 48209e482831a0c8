import { Trans, useTranslation } from 'react-i18next';
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

/** Who did what to whom. What people typed stands outside of the sentence, which may have tags. */
function AuditSentence({ adminName, subject, action, details }: Omit<AuditEntryView, 'id' | 'createdAt'>) {
  const { t } = useTranslation('admin');
  const actor = <strong>{adminName ?? t('audit.terminal')}</strong>;
  if (!subject) {
    return (
      <span>
        {actor} {t(`audit.${action}`, details)}
      </span>
    );
  }
  const { reason, ...values } = details;
  return (
    <span>
      {actor}{' '}
      <Trans
        t={t}
        i18nKey={`audit.${action}`}
        values={values}
        components={{ whom: <SubjectLink {...subject} /> }}
      />
      {reason && `: ${reason}`}
    </span>
  );
}

const SubjectLink = ({ publicId, name }: NonNullable<AuditEntryView['subject']>) => (
  <a href={`/admin/users/${publicId}`}>
    <bdi>{name}</bdi>
  </a>
);

export function AuditList({ rows }: { rows: AuditEntryView[] }) {
  const { t } = useTranslation('admin');
  if (rows.length === 0) return <p className={styles.quiet}>{t('audit.none')}</p>;
  return (
    <ul className={styles.log}>
      {rows.map(({ id, createdAt, ...said }) => (
        <li key={id}>
          <DateTime at={createdAt} />
          <AuditSentence {...said} />
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
