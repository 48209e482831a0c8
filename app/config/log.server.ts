import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { settings } from './env.server';

/**
 * Structured lines with ids and figures; never an e-mail address, a name, a code or a text.
 * In local mode they go to a file, so that the terminal stays readable; else to standard output.
 */
export const log = pino(
  {
    base: { pid: process.pid },
    redact: ['*.email', '*.token', 'req.headers', 'res.headers'],
    serializers: { error: pino.stdSerializers.err },
  },
  destination(),
);

function destination() {
  if (!settings.isLocal) return pino.destination(1);
  const file = path.join(settings.dataDir, 'log', 'celeste.log');
  mkdirSync(path.dirname(file), { recursive: true });
  return pino.destination({ dest: file, sync: true });
}
