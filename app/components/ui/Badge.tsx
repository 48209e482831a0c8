import styles from './Badge.module.css';
import { Icon, type IconName } from './Icon';

export type Tone = 'grey' | 'blue' | 'green' | 'yellow' | 'red';

/** State as colour, icon and word. The word alone is sufficient for accessibility. */
export function Badge({ tone, icon, children }: { tone: Tone; icon: IconName; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
