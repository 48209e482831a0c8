import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Runs before the app is imported, which reads its settings then: sets a data folder for this process, and the
 * models that need no download.
 */
if (!process.env.DATA_DIR?.startsWith(inject('runFolder'))) {
  process.env.DATA_DIR = mkdtempSync(path.join(inject('runFolder'), 'data-'));
}
process.env.SPEECH_MODELS ??= 'demo';

// Sequelize reads a stack for each query; Vitest would resolve a hundred of its lines.
Error.stackTraceLimit = 10;
