import { PRODUCT_NAME } from '@/app/domain/product';
import styles from './Brand.module.css';

export function Brand({ href }: { href: string }) {
  return (
    <a className={styles.brand} href={href}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M18.4 6.2a8.6 8.6 0 1 0 0 11.6" />
        <circle cx="17.6" cy="12" r="2.6" />
      </svg>
      {PRODUCT_NAME}
    </a>
  );
}
