import styles from './Progress.module.css';

export function Progress({ label, percent }: { label: string; percent: number | null }) {
  return (
    <span className={styles.progress}>
      <progress aria-label={label} max={100} value={percent ?? undefined} />
      {percent !== null && <span>{percent}%</span>}
    </span>
  );
}
