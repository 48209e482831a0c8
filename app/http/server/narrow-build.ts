import type { ServerBuild } from '@remix-run/node';
import { branchOf } from './route-table';

/** A build that knows one route only, and those around it. */
export function narrowBuild(build: ServerBuild, id: string): ServerBuild {
  const branch = branchOf(build.routes, id);
  const only = <Each>(all: Record<string, Each>): Record<string, Each> =>
    Object.fromEntries(Object.entries(all).filter(([each]) => branch.includes(each)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
