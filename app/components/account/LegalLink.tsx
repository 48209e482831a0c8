import type { ReactNode } from 'react';

export interface LegalLinkProps {
  href: '/terms' | '/privacy';
  /** Opens a new tab, so that a form that is being filled in keeps its values. */
  newTab?: boolean;
  children?: ReactNode;
}

export function LegalLink({ href, newTab, children }: LegalLinkProps) {
  return (
    <a href={href} target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  );
}
