import { z } from 'zod';
import { saveFirstFields } from '../draft/save-first';
import { code, submissionId, version } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';

export const MAX_VERSION_NAME_LENGTH = 80;

/** Of one text; a save beyond it deletes the oldest version without a name. */
export const MAX_UNNAMED_VERSIONS = 200;
/** Of one text, beside the machine's version. */
export const MAX_NAMED_VERSIONS = 100;

/** Forms of the page of versions, of transcripts and documents, by intent. */
export const versionForms = {
  restore: z.object({ submissionId, version, unsaved: saveFirstFields.unsaved }),
  /** An empty name removes the one that the version has. */
  name: z.object({
    submissionId,
    version,
    name: z
      .string()
      .transform(toOneLine)
      .pipe(z.string().max(MAX_VERSION_NAME_LENGTH, code('version.name-too-long')))
      .default(''),
  }),
};

/** What the page of versions shows beside the list. */
export interface VersionsQuery {
  /** The older version of a comparison. */
  compare: number | null;
  /** The newer one; the current version by default. */
  against: number | null;
  /** The version to read; ignored beside a comparison. */
  read: number | null;
  /** Of a comparison with many changes. */
  page: number;
}

/** What is not a number of a version is left out. */
export function parseVersionsQuery(search: URLSearchParams): VersionsQuery {
  const numberOf = (name: string) => {
    const value = search.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
  };
  const compare = numberOf('compare');
  return {
    compare,
    against: numberOf('with'),
    read: compare === null ? numberOf('read') : null,
    page: numberOf('page') ?? 1,
  };
}
