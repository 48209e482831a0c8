import type { IncomingHttpHeaders } from 'node:http';

/** Whether a proxy passed a request on, so that it need not come from this machine (contract: local mode). */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(x-)?forwarded(-|$)/.test(name));
