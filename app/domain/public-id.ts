/** Whether a text from an address could be one of our public ids at all. */
export function isPublicId(value: string): boolean {
  return /^[\w-]{22}$/.test(value);
}
