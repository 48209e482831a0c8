import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '@/app/config/is-loopback.server';

/**
 * Directly from this machine, for local mode: by the socket, whatever HOST is; by the Host header, against
 * DNS rebinding; and without a proxy.
 */
export const isDirect = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(socket.remoteAddress ?? '') && isLoopback(headers.host ?? '') && !isForwarded(headers);

/** Whether a proxy forwarded a request, which then need not come from this machine (contract: local mode). */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(x-)?forwarded(-|$)/.test(name));
