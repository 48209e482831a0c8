import type { ActionFunctionArgs } from '@remix-run/node';
import { settings } from '@/app/config/env.server';

/** For addresses of the wallet. @throws 404 where nothing is sold */
export function requireSales(): void {
  if (!settings.sells) throw new Response(null, { status: 404 });
}

/** An action of the wallet, which does not exist where nothing is sold. */
export const ofSales =
  <Answer>(act: (args: ActionFunctionArgs) => Answer) =>
  (args: ActionFunctionArgs): Answer => {
    requireSales();
    return act(args);
  };
