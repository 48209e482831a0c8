import { readinessAnswer } from '@/app/http/server/health-answer';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';

/** Readiness check: what this process needs answers. */
export async function loader() {
  const { status, body } = readinessAnswer(await checkReadiness());
  return new Response(body, { status, headers: { 'Content-Type': 'text/plain' } });
}
