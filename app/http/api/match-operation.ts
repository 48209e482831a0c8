import type { Method } from './operation';

interface Callable {
  method: Method;
  /** Below /api, with parameters as `{name}`. */
  path: string;
}

export interface MatchedOperation<Item extends Callable> {
  operation: Item;
  params: Record<string, string>;
}

/** Finds operations by method and path; also which methods a path has. */
export interface OperationTable<Item extends Callable> {
  match(method: string, path: string): MatchedOperation<Item> | null;
  methodsOf(path: string): Method[];
}

interface Entry<Item> {
  operation: Item;
  pattern: string[];
}

/** Fixed segments come before parameters: `/transcription/all` is not the transcription 'all'. */
export function createOperationTable<Item extends Callable>(
  operations: readonly Item[],
): OperationTable<Item> {
  const byLength = new Map<number, Entry<Item>[]>();
  for (const operation of operations) {
    const pattern = operation.path.split('/').slice(1);
    byLength.set(pattern.length, [...(byLength.get(pattern.length) ?? []), { operation, pattern }]);
  }
  for (const entries of byLength.values()) entries.sort((one, other) => weightOf(one) - weightOf(other));

  const candidates = (path: string) => {
    const segments = path.split('/').slice(1);
    return (byLength.get(segments.length) ?? []).flatMap(({ operation, pattern }) => {
      const params = paramsOf(pattern, segments);
      return params ? [{ operation, params }] : [];
    });
  };

  return {
    // The specification writes a slash at the end of a list's path. Elsewhere it may be what is left of a name '..',
    // which libraries take out of an address with the name before it: `DELETE /tags/..` must not delete what has tags.
    match: (method, path) =>
      candidates(method === 'GET' ? path.replace(/\/$/, '') : path).find(
        ({ operation }) => operation.method === method,
      ) ?? null,
    methodsOf: (path) => [...new Set(candidates(path).map(({ operation }) => operation.method))],
  };
}

const isParam = (segment: string) => segment.startsWith('{');

const weightOf = ({ pattern }: Entry<unknown>) =>
  pattern.reduce((weight, segment) => weight * 2 + (isParam(segment) ? 1 : 0), 0);

/** Null where the path is another one. */
function paramsOf(pattern: string[], segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const given = decode(segments[at]!);
    if (given === null || given === '') return null;
    if (isParam(part)) params[part.slice(1, -1)] = given;
    else if (part !== given) return null;
  }
  return params;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
