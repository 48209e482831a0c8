import { AppError } from '@/app/domain/errors';
import { jsonAnswer } from './json-answer';

const tagOf = (version: number) => `"v${version}"`;

/** JSON with the version as its ETag; 304 for a caller who has it already. */
export function versionedAnswer(request: Request, version: number, answer: object): Response {
  const headers = { 'Cache-Control': 'private, no-cache', ETag: tagOf(version) };
  if (namesTag(request.headers.get('If-None-Match'), version))
    return new Response(null, { status: 304, headers });
  return jsonAnswer(JSON.stringify(answer), { headers });
}

/**
 * Lets a change through if its header `If-Match` names the present version, or any by `*`.
 * @throws AppError 'api.version-required', 'api.version-outdated'
 */
export function assertMatch(request: Request, version: number): void {
  const given = request.headers.get('If-Match');
  if (given === null) throw new AppError('api.version-required');
  if (!namesTag(given, version)) throw new AppError('api.version-outdated');
}

/** Proxies that compress mark tags as weak. The number alone is what an answer's field `version` says. */
const namesTag = (header: string | null, version: number): boolean =>
  (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || /^"?v?(\d+)"?$/.exec(tag)?.[1] === String(version));
