/**
 * Posts a form of the page without leaving it, and without its toast; it arrives also when the page is closed.
 * @returns the status: 204 when it was accepted, 401 when the session has ended, 0 without an answer
 */
export async function postQuietly(body: URLSearchParams): Promise<number> {
  const headers = { 'X-Quiet': '1' };
  const answer = await fetch(location.pathname, { method: 'POST', body, headers, keepalive: true }).catch(
    () => null,
  );
  return answer?.headers.get('X-Location')?.startsWith('/login') ? 401 : (answer?.status ?? 0);
}
