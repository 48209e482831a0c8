/** Whether a URL segment has the format of a public id. */
export function isPublicId(value: string): boolean {
  return /^[\w-]{22}$/.test(value);
}
