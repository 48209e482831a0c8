import type { Feature } from '@/app/domain/flags';
import { Flag } from '@/models/flag.server';

/** How a feature is switched, for its form; one that was never switched is off. */
export async function readFeature(name: Feature): Promise<{ isOn: boolean; emails: string[] }> {
  const flag = await Flag.findOne({ where: { name } });
  return { isOn: flag?.isOn ?? false, emails: flag ? (JSON.parse(flag.emails) as string[]) : [] };
}
