import { useTranslation } from 'react-i18next';
import { isChangeable } from '@/app/domain/meeting/status';
import { Menu } from '../ui/Menu';
import { PostForm } from '../ui/PostForm';
import styles from './Meeting.module.css';
import { MeetingBadge, type MeetingRowView, MeetingTime } from './MeetingBadge';

export function MeetingList({ rows }: { rows: MeetingRowView[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <Row key={row.publicId} {...row} />
      ))}
    </ul>
  );
}

function Row(row: MeetingRowView) {
  return (
    <li className={styles.row}>
      <h2>
        <a href={`/meetings/${row.publicId}`}>
          <bdi>{row.title}</bdi>
        </a>
      </h2>
      <p className={styles.when}>
        <MeetingTime {...row} />
      </p>
      <span className={styles.badge}>
        <MeetingBadge {...row} />
      </span>
      {isChangeable(row) && <RowMenu {...row} />}
    </li>
  );
}

function RowMenu({ publicId, title }: MeetingRowView) {
  const { t } = useTranslation('meeting');
  const href = `/meetings/${publicId}`;
  return (
    <Menu id={`menu-${publicId}`} label="⋯" name={t('row.menu', { title })} buttonClass={styles.menu}>
      <ul>
        <li>
          <a href={`${href}/edit`}>{t('edit')}</a>
        </li>
        <li>
          <PostForm intent="now" action={href}>
            <button type="submit">{t('sendNow')}</button>
          </PostForm>
        </li>
        <li>
          <a href={`${href}/cancel`} data-island="dialog">
            {t('cancel')}
          </a>
        </li>
      </ul>
    </Menu>
  );
}
