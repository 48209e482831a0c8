/** The opaque public id in a route's address: its `:publicId` parameter. */
export function publicIdOf(params: Readonly<Record<string, string | undefined>>): string {
  return String(params.publicId);
}
