import { checkReadiness, NotReady } from '@/app/services/platform/system/check-readiness.server';

export async function loader() {
  const headers = { 'Content-Type': 'text/plain' };
  try {
    await checkReadiness();
    return new Response('ready\n', { headers });
  } catch (error) {
    const reason = error instanceof NotReady ? `: ${error.message}` : '';
    return new Response(`not ready${reason}\n`, { status: 503, headers });
  }
}
