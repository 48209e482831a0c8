import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isForwarded } from './is-forwarded';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is one of this machine's own, also where IPv6 writes one of IPv4's (::ffff:127.0.0.1). */
const isLoopback = (address: string) => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether a Host header names this machine; a page of somebody else's may lead its own name here (DNS rebinding). */
const namesLoopback = (host: string) => {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
};

/**
 * Whether whoever asks sits at this machine, as local mode takes for granted: the other end of the socket is
 * loopback, whatever HOST says, the request is meant for this machine, and no proxy passed it on.
 */
export const isDirect = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(socket.remoteAddress ?? '0.0.0.0') && namesLoopback(headers.host ?? '') && !isForwarded(headers);
