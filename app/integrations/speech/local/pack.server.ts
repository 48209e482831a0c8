import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectDir } from '@/app/config/env.server';

const packsDir = path.join(projectDir, 'app/integrations/speech/local/packs');

/** In seconds. Longer speech is cut at its quietest point within the last third. */
const MIN_LONGEST_SEGMENT_S = 10;

const packName = z.string().regex(/^[a-z0-9][a-z0-9-]*$/);
const fileBelowPack = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*$/)
  .refine((file) => !file.split('/').includes('..'));
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const source = { path: z.string(), bytes: z.int().positive(), sha256 };
const download = z.union([
  /** A file that is stored as it is. */
  z.strictObject({ ...source, target: fileBelowPack }),
  /** A .tar.bz2 of which only the listed members are extracted, by their path in the archive. */
  z.strictObject({ ...source, members: z.record(z.string(), fileBelowPack) }),
]);

export type Download = z.infer<typeof download>;

function targetsOf(item: Download): string[] {
  return 'target' in item ? [item.target] : Object.values(item.members);
}

const commonFiles = {
  encoder: fileBelowPack,
  decoder: fileBelowPack,
  tokens: fileBelowPack,
  vad: fileBelowPack,
  segmentation: fileBelowPack,
  embedding: fileBelowPack,
};

function weightsOf<Name extends string>(...names: Name[]): Record<Name, z.ZodNumber> {
  return Object.fromEntries(names.map((name) => [name, z.number().nonnegative()])) as Record<
    Name,
    z.ZodNumber
  >;
}

const common = {
  name: packName,
  /** The model's name, stored with each transcription. */
  model: z.string(),
  /** ISO 639-1 codes. */
  languages: z.array(z.string().length(2)).min(1),
  licences: z.array(z.strictObject({ part: z.string(), licence: z.string(), source: z.string() })).min(1),
  /** Whether the recognizer writes capitals and punctuation. */
  cased: z.boolean(),
  punctuated: z.boolean(),
  /** Mel bins of the recognizer's features. */
  featureDim: z.int().positive(),
  /** Durations in seconds. */
  vad: z.strictObject({
    threshold: z.number().min(0).max(1),
    minSilence: z.number().positive(),
    minSpeech: z.number().positive(),
  }),
  /** Durations in seconds; the window shift is a share of the segmentation model's window. */
  diarization: z.strictObject({
    windowShiftRatio: z.number().positive().max(1),
    /** For the diarizer's own clustering of a whole recording, with which the benches compare ours. */
    clusteringThreshold: z.number().positive().max(2),
    /** For its clustering within a block, which is to give turns of one voice rather than few speakers. */
    splittingThreshold: z.number().positive().max(2),
    /** For clustering the voices of all turns of a recording, with average linkage. */
    linkingThreshold: z.number().positive().max(2),
    /** Maximum length of audio that is diarized at once. */
    blockLength: z.number().positive(),
    minTurn: z.number().positive(),
    minGap: z.number().positive(),
  }),
  /** What the recognizer's confidences are worth; models without one are trusted less. */
  calibration: z
    .strictObject({
      /** Where the weights come from, and when. */
      source: z.string(),
      offset: z.number(),
      ...weightsOf('confidence', 'wordless', 'stray', 'noise', 'slow', 'fast', 'spread'),
    })
    .optional(),
  /** Checksums of the files of a pack that ships with the project. */
  sha256: z.record(fileBelowPack, sha256).optional(),
  /** Base URL of the downloads; a mirror may override it. */
  downloadsFrom: z.url().optional(),
  downloads: z.array(download).default([]),
};

/** Gives a time and a probability for each token. */
const transducer = z.strictObject({
  ...common,
  recognizer: z.literal('nemo_transducer'),
  files: z.strictObject({ ...commonFiles, joiner: fileBelowPack }),
  wordTimes: z.literal('token'),
  hasConfidence: z.literal(true),
  /** In seconds. */
  longestSegment: z.number().min(MIN_LONGEST_SEGMENT_S).max(30),
});

/** Accepts a language. Gives a time per phrase, which its words share, and no probabilities. */
const whisper = z.strictObject({
  ...common,
  recognizer: z.literal('whisper'),
  files: z.strictObject(commonFiles),
  wordTimes: z.literal('phrase'),
  hasConfidence: z.literal(false),
  /** In seconds; with the silence appended to it, it stays below the model's limit of 29.5. */
  longestSegment: z.number().min(MIN_LONGEST_SEGMENT_S).max(22),
});

const manifest = z
  .discriminatedUnion('recognizer', [transducer, whisper])
  .refine(
    (pack) => (pack.downloads.length > 0 ? pack.downloadsFrom !== undefined : pack.sha256 !== undefined),
    'a pack has either an address for its downloads, or the sums of its files',
  )
  .refine((pack) => {
    const had = new Set([...pack.downloads.flatMap(targetsOf), ...Object.keys(pack.sha256 ?? {})]);
    return Object.values(pack.files).every((file) => had.has(file));
  }, 'every file comes from a download or has a sum');

export type Pack = z.infer<typeof manifest>;

/** Reads the manifest of a model pack. @throws ZodError */
export function parsePack(json: string): Pack {
  return manifest.parse(JSON.parse(json));
}

export const packNames = ['full', 'whisper-small', 'whisper-turbo', 'demo'] as const;
export type PackName = (typeof packNames)[number];

export function readPack(name: PackName): Pack {
  return parsePack(readFileSync(path.join(packsDir, name, 'pack.json'), 'utf8'));
}

export const speechDir = (dataDir: string) => path.join(dataDir, 'speech');

/** Folder of a pack's files: in the project when it needs no download, else below the data folder. */
export function packDir(pack: Pack, dataDir: string): string {
  return pack.downloads.length === 0
    ? path.join(packsDir, pack.name)
    : path.join(speechDir(dataDir), pack.name);
}
