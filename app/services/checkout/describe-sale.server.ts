import { settings } from '@/app/config/env.server';
import { payments } from '@/app/integrations/payments/index.server';

/** What can be bought here. */
export interface Sale {
  isOpen: boolean;
  /** Nothing is charged. */
  isTest: boolean;
  /** Where people ask for the PRO plan; null when there is no such place. */
  proContactUrl: string | null;
}

export function describeSale(): Sale {
  return {
    isOpen: payments !== null,
    isTest: payments?.isTest ?? false,
    proContactUrl: settings.proContactUrl ?? null,
  };
}

/** Origins, besides our own, that a form may lead to when something is bought. */
export const paymentOrigins = (): readonly string[] => payments?.pageOrigins ?? [];
