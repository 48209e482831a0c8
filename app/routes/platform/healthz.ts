/** Liveness check: the process responds. */
export const loader = () => new Response('ok\n', { headers: { 'Content-Type': 'text/plain' } });
