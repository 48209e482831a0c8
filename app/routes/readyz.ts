import { checkReadiness } from '@/app/services/system/check-readiness.server';

/** Database, storage and queue answer too. */
export async function loader() {
  const isReady = await checkReadiness().then(
    () => true,
    () => false,
  );
  const headers = { 'Content-Type': 'text/plain' };
  return isReady
    ? new Response('ready\n', { headers })
    : new Response('not ready\n', { status: 503, headers });
}
