export function isPublicId(value: string): boolean {
  return /^[\w-]{22}$/.test(value);
}
