import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@/app/config/is-loopback.server';
import { isForwarded } from './is-forwarded';

/**
 * Whether a request comes directly from this machine, which local mode relies on: the socket's remote address
 * is loopback, whatever HOST is; the Host header is loopback, against DNS rebinding; and no proxy forwarded
 * it.
 */
export const isDirect = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(socket.remoteAddress ?? '') && isLoopback(headers.host ?? '') && !isForwarded(headers);
