import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Table } from '../ui/Table';
import styles from './Admin.module.css';
import { MoreLink } from './MoreLink';

interface UserSearchProps {
  text: string;
  rows: { publicId: string; name: string; email: string; role: 'user' | 'admin' }[];
  moreHref: string | null;
}

export function UserSearch({ text, rows, moreHref }: UserSearchProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1>{t('users.title')}</h1>
      <search>
        <form method="get" action="/admin" className={styles.search}>
          <Field name="q" type="search" label={t('users.search')} hint={t('users.hint')} value={text} />
          <Button>{t('users.submit')}</Button>
        </form>
      </search>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{t('users.none')}</p>
      ) : (
        <Table
          label={t('users.title')}
          columns={[t('users.name'), t('users.email'), t('users.role')]}
          rows={rows.map(({ publicId, name, email, role }) => ({
            key: publicId,
            cells: [
              <a key="name" href={`/admin/users/${publicId}`}>
                <bdi>{name}</bdi>
              </a>,
              email,
              role === 'admin' ? (
                <Badge key="role" tone="blue" icon="shield">
                  {t('role.admin')}
                </Badge>
              ) : (
                t('role.user')
              ),
            ],
          }))}
        />
      )}
      <MoreLink href={moreHref} />
    </>
  );
}
