import type { Feature } from '@/app/domain/admin/flags';
import { Flag } from '@/models/flag.server';

/** A feature flag's state, for its form; a flag without a row is off. */
export async function readFeature(name: Feature): Promise<{ isOn: boolean; emails: string[] }> {
  const flag = await Flag.findOne({ where: { name } });
  return { isOn: flag?.isOn ?? false, emails: flag ? (JSON.parse(flag.emails) as string[]) : [] };
}
