const KEY = /^[\w-]+(\/[\w-]+)*$/;

/** The key itself. @throws Error for what no key of ours looks like */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}

export const isStorageKey = (name: string): boolean => KEY.test(name);
