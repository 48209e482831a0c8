import styles from './Progress.module.css';

/** How far something is; without a percentage, only that it is under way. */
export function Progress({ label, percent }: { label: string; percent: number | null }) {
  return (
    <span className={styles.progress}>
      <progress aria-label={label} max={100} value={percent ?? undefined} />
      {percent !== null && <span>{percent}%</span>}
    </span>
  );
}
