import { once } from 'node:events';
import { createServer } from 'node:net';
import { settings } from './env.server';

const MAX_PORT = 65_535;

/**
 * Ends the process with one line for the operator when somebody else listens on the port, before any work is done
 * in vain. Port 0 is always free.
 * @param command what the operator typed, such as 'npm start'
 */
export async function exitIfPortInUse(command: string): Promise<void> {
  const { port, host } = settings;
  const probe = createServer();
  try {
    await once(probe.listen({ port, host }), 'listening');
  } catch (error) {
    exitWhenInUse(error, command);
    // Another problem is reported by the server itself.
    return;
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Ends the process if the error says so. */
export function exitWhenInUse(error: unknown, command: string): void {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return;
  const { port } = settings;
  const other = port < MAX_PORT ? port + 1 : port - 1;
  process.stderr.write(`Port ${port} is in use; choose another, for example PORT=${other} ${command}\n`);
  process.exit(1);
}
