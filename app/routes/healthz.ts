/** The process answers. */
export const loader = () => new Response('ok\n', { headers: { 'Content-Type': 'text/plain' } });
