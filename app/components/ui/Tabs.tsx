import styles from './Tabs.module.css';

interface TabsProps {
  label: string;
  tabs: readonly { href: string; label: string }[];
  current: string;
}

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
