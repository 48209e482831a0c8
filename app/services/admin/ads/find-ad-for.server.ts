import { Ad } from '@/models/ad.server';
import { AdDismissal } from '@/models/ad-dismissal.server';
import { type AdView, adView } from './ad-view';

/** The newest active advertisement, unless the user dismissed it. */
export async function findAdFor(userId: number): Promise<AdView | null> {
  const ad = await Ad.findOne({ where: { isActive: true }, order: [['id', 'DESC']] });
  if (!ad || (await AdDismissal.findOne({ where: { adId: ad.id, userId } }))) return null;
  return adView(ad);
}
