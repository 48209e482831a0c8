import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@/app/config/is-loopback.server';
import { isForwarded } from './is-forwarded';

/**
 * Whether whoever asks sits at this machine, as local mode takes for granted: the other end of the socket is
 * loopback, whatever HOST says, the request is meant for this machine (a page of somebody else's may lead its own name
 * here: DNS rebinding), and no proxy passed it on.
 */
export const isDirect = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(socket.remoteAddress ?? '') && isLoopback(headers.host ?? '') && !isForwarded(headers);
