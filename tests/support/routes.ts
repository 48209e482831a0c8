import routes from '@/app/routes';

type Entry = (typeof routes)[number];

export interface RouteModule {
  /** Its file below `app/routes/` without an ending, which is Remix's id for it: 'account/login'. */
  name: string;
  /** Its file below `app/routes/`. */
  file: string;
  /** Its address with `:parameters`; null for a layout around other routes. */
  address: string | null;
}

/** Every route module of the table of addresses. */
export function routeModules(entries: readonly Entry[] = routes, base = ''): RouteModule[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join('/');
    const file = entry.file.replace(/^routes\//, '');
    const address = entry.children ? null : `/${path}`;
    return [
      { name: file.replace(/\.tsx?$/, ''), file, address },
      ...routeModules(entry.children ?? [], path),
    ];
  });
}
