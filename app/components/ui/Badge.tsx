import styles from './Badge.module.css';
import { Icon, type IconName } from './Icon';

export type Tone = 'grey' | 'blue' | 'green' | 'yellow' | 'red';

/** A state as a colour, a shape and a word; the word alone is enough. */
export function Badge({ tone, icon, children }: { tone: Tone; icon: IconName; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
