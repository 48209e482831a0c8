interface Setting {
  status?: number;
  headers?: Record<string, string>;
}

/** An answer of JSON text, which nothing on the way keeps unless the headers say so. */
export const jsonAnswer = (
  text: string | Uint8Array<ArrayBuffer>,
  { status = 200, headers = {} }: Setting = {},
): Response =>
  new Response(text, {
    status,
    headers: { 'Cache-Control': 'private, no-store', 'Content-Type': 'application/json', ...headers },
  });
