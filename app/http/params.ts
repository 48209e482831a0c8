export function publicIdOf(params: Readonly<Record<string, string | undefined>>): string {
  return String(params.publicId);
}
