import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node';
import { UNSAFE_SingleFetchRedirectSymbol } from '@remix-run/server-runtime';
import { isDiskFull } from '@/app/domain/disk-full';
import { diskFullResponse } from '../forms/full-disk.server';
import type { LoadContext } from './load-context.server';
import { isOutage, outageResponse } from './outage.server';

/** Loaders and actions answer 503 in an outage, 507 on a full disk; no data is encoded for hydration. */
export function prepareBuild(
  build: ServerBuild | (() => Promise<ServerBuild>),
): ServerBuild | (() => Promise<ServerBuild>) {
  return typeof build === 'function' ? async () => wrapBuild(await build()) : wrapBuild(build);
}

function wrapBuild(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      loader: loader && withOneRequest(withoutHydration(withErrorStatus(loader))),
      action: action && withErrorStatus(action),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

function withErrorStatus<Handle extends LoaderFunction | ActionFunction>(handle: Handle): Handle {
  const answer = async (...args: Parameters<Handle>) => {
    try {
      return await (handle as (...args: Parameters<Handle>) => unknown)(...args);
    } catch (error) {
      if (isOutage(error)) throw outageResponse();
      throw isDiskFull(error) ? diskFullResponse(error) : error;
    }
  };
  return answer as unknown as Handle;
}

const requests = new WeakMap<object, Request>();

/** Gives all loaders of a page the same request, of which Remix makes a copy for each: what it carries is read once. */
function withOneRequest(load: LoaderFunction): LoaderFunction {
  return (args) => {
    const request = requests.get(args.context) ?? args.request;
    requests.set(args.context, request);
    return load({ ...args, request });
  };
}

/**
 * Remix encodes the data of loaders to hydrate: some 5 ms for a transcript of an hour. It encodes the value
 * under this symbol in place of an object's fields, which rendering still reads. `.data` gets everything.
 */
function withoutHydration(load: LoaderFunction): LoaderFunction {
  const answer = async (...args: Parameters<LoaderFunction>) => {
    const loaded: unknown = await load(...args);
    if (!(args[0].context as Partial<LoadContext>).isDataRequest) hideFields(loaded);
    return loaded;
  };
  return answer as LoaderFunction;
}

function hideFields(loaded: unknown): void {
  if (typeof loaded !== 'object' || loaded === null || loaded instanceof Response) return;
  // `data()` wraps a loader's data together with headers and a status.
  const view =
    'type' in loaded && loaded.type === 'DataWithResponseInit' && 'data' in loaded ? loaded.data : loaded;
  if (typeof view !== 'object' || view === null) return;
  Object.defineProperty(view, UNSAFE_SingleFetchRedirectSymbol, { value: null });
}
