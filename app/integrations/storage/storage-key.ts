const KEY = /^[\w-]+(\/[\w-]+)*$/;

/** Returns the key unchanged. @throws Error when it is not a valid storage key */
export function assertStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}

export const isStorageKey = (name: string): boolean => KEY.test(name);
