import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@/app/config/is-loopback.server';
import { isForwarded } from './is-forwarded';

/**
 * Directly from this machine, for local mode: by the socket, whatever HOST is; by the Host header, against
 * DNS rebinding; and without a proxy.
 */
export const isDirect = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(socket.remoteAddress ?? '') && isLoopback(headers.host ?? '') && !isForwarded(headers);
