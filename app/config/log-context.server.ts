import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log belongs to. */
interface LogContext {
  requestId?: string;
  job?: string;
  jobId?: number;
}

// The pages of the build and the server around them are bundles of their own, each with its copy of this module.
const KEY = Symbol.for('celeste.log-context');
const shared = globalThis as { [KEY]?: AsyncLocalStorage<LogContext> };
shared[KEY] ??= new AsyncLocalStorage();
const contexts = shared[KEY];

/** Every line that `work` logs, also later and asynchronously, carries these ids. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

export const logContext = (): LogContext => contexts.getStore() ?? {};
