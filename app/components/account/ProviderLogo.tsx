import type { IdentityProvider, KnownProvider } from '@/app/domain/account/identity-provider';
import { Icon } from '../ui/Icon';

// The providers' official logos, in the colours that their brand guidelines require on any background.
const LOGOS: Record<KnownProvider, { viewBox: string; paths: [fill: string, d: string][] }> = {
  google: {
    viewBox: '-2 -2 22 22',
    paths: [
      ['#fff', 'M1-2h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H1a3 3 0 0 1-3-3V1a3 3 0 0 1 3-3z'],
      [
        '#4285f4',
        'M17.64 9.2c0-.637-.057-1.251-.164-1.84H9v3.481h4.844a4.14 4.14 0 0 1-1.796 2.717v2.258h2.908c1.702-1.567 2.684-3.874 2.684-6.615z',
      ],
      [
        '#34a853',
        'M9 18c2.43 0 4.467-.806 5.956-2.18l-2.908-2.259c-.806.54-1.837.86-3.048.86-2.344 0-4.328-1.584-5.036-3.711H.957v2.332A8.997 8.997 0 0 0 9 18z',
      ],
      [
        '#fbbc05',
        'M3.964 10.71A5.41 5.41 0 0 1 3.682 9c0-.593.102-1.17.282-1.71V4.958H.957A8.996 8.996 0 0 0 0 9c0 1.452.348 2.827.957 4.042l3.007-2.332z',
      ],
      [
        '#ea4335',
        'M9 3.58c1.321 0 2.508.454 3.44 1.345l2.582-2.58C13.463.891 11.426 0 9 0A8.997 8.997 0 0 0 .957 4.958L3.964 7.29C4.672 5.163 6.656 3.58 9 3.58z',
      ],
    ],
  },
  linkedin: {
    viewBox: '0 0 24 24',
    paths: [
      ['#fff', 'M3 3h18v18H3z'],
      [
        '#0a66c2',
        'M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433a2.062 2.062 0 0 1-2.063-2.065 2.064 2.064 0 1 1 2.063 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z',
      ],
    ],
  },
};

export function ProviderLogo({ provider }: { provider: IdentityProvider }) {
  if (provider === 'oidc') return <Icon name="shield" />;
  const { viewBox, paths } = LOGOS[provider];
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      {paths.map(([fill, d]) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  );
}
