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
  const { t } = useTranslation('meeting');
  // The badge says what its owner did.
  const reason = row.status === 'failed' && row.endReason !== 'stopped' && row.endReason;
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
      {reason && <p className={styles.when}>{t(`reason.${reason}`)}</p>}
      {(isChangeable(row) || row.isDeletable) && <RowMenu {...row} />}
    </li>
  );
}

function RowMenu(row: MeetingRowView) {
  const { t } = useTranslation('meeting');
  const { publicId, title } = row;
  const href = `/meetings/${publicId}`;
  return (
    <Menu id={`menu-${publicId}`} label="⋯" name={t('row.menu', { title })} buttonClass={styles.menu}>
      <ul>
        {isChangeable(row) && (
          <>
            <li>
              <a href={`${href}/edit`}>{t('edit')}</a>
            </li>
            <li>
              <PostForm intent="now" action={href}>
                <button type="submit">{t('sendNow')}</button>
              </PostForm>
            </li>
          </>
        )}
        <li>
          <a href={`${href}/cancel`} data-island="dialog">
            {t(row.isDeletable ? 'delete' : 'cancel')}
          </a>
        </li>
      </ul>
    </Menu>
  );
}
