import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Import before the app, which reads its settings on import: sets a data folder for this test file, and the
 * models that need no download.
 */
process.env.DATA_DIR = mkdtempSync(path.join(inject('runFolder'), 'data-'));
process.env.SPEECH_MODELS ??= 'demo';
