import { useTranslation } from 'react-i18next';
import type { InvitationState, SignUpRule } from '@/app/domain/account/sign-up';
import { EmailField } from '../account/AccountFields';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { DateTime } from '../ui/DateTime';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { Table } from '../ui/Table';
import styles from './Admin.module.css';
import { MoreLink } from './MoreLink';

interface InvitationsPageProps {
  rule: SignUpRule;
  rows: { publicId: string; email: string; expiresAt: Date; state: InvitationState }[];
  moreHref: string | null;
}

const LOOKS = {
  open: ['blue', 'clock'],
  used: ['green', 'check'],
  revoked: ['red', 'x'],
  expired: ['grey', 'clock'],
} as const;

export function InvitationsPage({ rule, rows, moreHref }: InvitationsPageProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1>{t('invitations.title')}</h1>
      <p>{t(`invitations.${rule}`)}</p>
      <ErrorSummary />
      {rule === 'invite' && (
        <PostForm className={styles.form} noValidate intent="invite">
          <EmailField label={t('invitations.email')} />
          <Button busyLabel={t('busy')}>{t('invitations.submit')}</Button>
        </PostForm>
      )}
      <InvitationList rows={rows} />
      <MoreLink href={moreHref} />
    </>
  );
}

function InvitationList({ rows }: Pick<InvitationsPageProps, 'rows'>) {
  const { t } = useTranslation('admin');
  if (rows.length === 0) return <p className={styles.quiet}>{t('invitations.none')}</p>;
  return (
    <Table
      label={t('invitations.title')}
      columns={[
        t('invitations.email'),
        t('invitations.state'),
        t('invitations.expires'),
        t('invitations.action'),
      ]}
      rows={rows.map(({ publicId, email, expiresAt, state }) => {
        const [tone, icon] = LOOKS[state];
        return {
          key: publicId,
          cells: [
            <bdi key="email">{email}</bdi>,
            <Badge key="state" tone={tone} icon={icon}>
              {t(`invitation.${state}`)}
            </Badge>,
            <DateTime key="expires" at={expiresAt} />,
            state === 'open' && <RevokeForm key="revoke" publicId={publicId} email={email} />,
          ],
        };
      })}
    />
  );
}

function RevokeForm({ publicId, email }: { publicId: string; email: string }) {
  const { t } = useTranslation('admin');
  return (
    <PostForm intent="revoke">
      <input type="hidden" name="invitation" value={publicId} />
      <Button kind="quiet" busyLabel={t('busy')} aria-label={t('invitations.revokeThis', { email })}>
        {t('invitations.revoke')}
      </Button>
    </PostForm>
  );
}
