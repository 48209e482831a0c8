import type { ReactNode } from 'react';

export interface LegalLinkProps {
  href: '/terms' | '/privacy';
  /** Beside a form that is being filled in, so that what was typed stays. */
  newTab?: boolean;
  children?: ReactNode;
}

/** Words of a sentence that lead to the text they are about. */
export function LegalLink({ href, newTab, children }: LegalLinkProps) {
  return (
    <a href={href} target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  );
}
