import type { IncomingHttpHeaders } from 'node:http';

/** Whether a proxy forwarded a request, which then need not come from this machine (contract: local mode). */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(x-)?forwarded(-|$)/.test(name));
