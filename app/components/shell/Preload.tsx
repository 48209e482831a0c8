import { useMatches } from '@remix-run/react';

interface PreloadHandle {
  preload: (data: unknown) => string | null;
}

/**
 * A route's `handle` with the address of a request that an island of its page will make: it starts while the rest of
 * a long page still arrives. Null for none.
 */
export const preload = <Data,>(addressOf: (data: Data) => string | null): PreloadHandle => ({
  preload: (data) => addressOf(data as Data),
});

/**
 * A `<link>` in the markup would be fetched without scripts too, in vain.
 * No quotes: React escapes them as text.
 */
const SCRIPT =
  'document.head.append(Object.assign(document.createElement(`link`), { rel: `preload`, as: `fetch`, crossOrigin: `anonymous`, href: document.currentScript.dataset.href }))';

/** What the innermost route asks for. */
export function Preload({ nonce }: { nonce: string }) {
  const { handle, data } = useMatches().at(-1) ?? {};
  const href = data ? (handle as Partial<PreloadHandle> | undefined)?.preload?.(data) : null;
  if (!href) return null;
  return (
    <script nonce={nonce} data-href={href}>
      {SCRIPT}
    </script>
  );
}
