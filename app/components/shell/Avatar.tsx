import { initials } from '@/app/domain/format/user-name';
import styles from './Avatar.module.css';

/** A user's picture or initials. Decorative, since the name is shown beside it. */
export function Avatar({ name, hasPicture }: { name: string; hasPicture: boolean }) {
  if (hasPicture) return <img className={styles.avatar} src="/account/picture" alt="" />;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
