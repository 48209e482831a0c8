import styles from './Tabs.module.css';

export interface TabsProps {
  /** What the pages are about. */
  label: string;
  tabs: readonly { href: string; label: string }[];
  /** The tab of the page that is shown. */
  current: string;
}

/** Links between pages that belong together. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
