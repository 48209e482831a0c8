import { settings } from '@/app/config/env.server';

/** For addresses of the wallet. @throws 404 where nothing is sold */
export function requireSales(): void {
  if (!settings.sells) throw new Response(null, { status: 404 });
}
