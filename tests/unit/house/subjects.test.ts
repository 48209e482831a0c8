import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { localImports, modules, projectDir } from './source';

/** The subjects of the product; every layer uses these names and no others. */
const SUBJECTS = [
  ...['account', 'admin', 'billing', 'document', 'library', 'sharing', 'support', 'onboarding'],
  ...['transcript', 'transcription', 'upload', 'meeting', 'calendar', 'api', 'webhook'],
];

/** What each layer may hold besides the subjects. */
const EXTRAS: Record<string, string[]> = {
  'app/services': ['platform'],
  // `speech` is recognition without I/O, `draft` serves transcripts and documents.
  'app/domain': ['draft', 'format', 'speech'],
  'app/components': ['shell', 'ui'],
  // `draft` serves transcripts and documents, `ui` every page.
  'app/islands': ['draft', 'ui'],
  'app/routes': ['platform', 'shell'],
  'tests/unit': ['config', 'deploy', 'format', 'house', 'http', 'i18n', 'shell', 'speech', 'ui'],
  'tests/database': ['models', 'platform'],
  'tests/http': ['faults', 'platform', 'shell'],
  'tests/browser': ['shell', 'ui'],
};

const LOCALE_EXTRAS = ['common', 'email', 'errors', 'shell'];

/** Layers in which dependencies between subjects point one way. */
const LAYERED = ['app/services', 'app/domain', 'app/components', 'app/islands', 'app/http'];

const foldersOf = (layer: string): string[] =>
  readdirSync(path.join(projectDir, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Folder of a module below its layer; null for a module of no folder. */
function subjectOf(layer: string, file: string): string | null {
  const [first, ...rest] = file.startsWith(`${layer}/`) ? file.slice(layer.length + 1).split('/') : [];
  return first && rest.length > 0 ? first : null;
}

type Edges = Map<string, Set<string>>;

function edgesBetweenSubjects(layer: string): Edges {
  const edges: Edges = new Map();
  for (const file of modules()) {
    const from = subjectOf(layer, file);
    if (!from) continue;
    for (const imported of localImports(file)) {
      const to = subjectOf(layer, imported);
      if (to && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return edges;
}

/** The subjects that depend on each other in a circle. */
function cyclesIn(edges: Edges): string[] {
  const isReachable = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return isReachable(next, to, seen);
    });
  return [...edges.keys()].filter((subject) => isReachable(subject, subject));
}

describe('the subjects', () => {
  it.each(Object.entries(EXTRAS))('have the same names in %s', (layer, extras) => {
    expect(foldersOf(layer).filter((folder) => ![...SUBJECTS, ...extras].includes(folder))).toEqual([]);
  });

  it('have the same names in the locales', () => {
    const areas = readdirSync(path.join(projectDir, 'locales/pt')).map((file) => path.parse(file).name);
    expect(areas.filter((area) => ![...SUBJECTS, ...LOCALE_EXTRAS].includes(area))).toEqual([]);
  });

  it.each(LAYERED)('depend on each other in one direction in %s', (layer) => {
    const edges = edgesBetweenSubjects(layer);
    expect(edges.size).toBeGreaterThan(2);
    expect(cyclesIn(edges)).toEqual([]);
  });

  it('would notice a circle', () => {
    const edges: Edges = new Map([
      ['library', new Set(['transcript'])],
      ['transcript', new Set(['upload'])],
      ['upload', new Set(['library'])],
    ]);
    expect(cyclesIn(edges)).toEqual(['library', 'transcript', 'upload']);
  });
});
