import { Ad } from '@/models/ad.server';
import { type AdView, adView } from '../ad/ad-view';

/** The newest advertisement, shown or not; null while there is none. */
export async function readAd(): Promise<(AdView & { isActive: boolean }) | null> {
  const ad = await Ad.findOne({ order: [['id', 'DESC']] });
  return ad && { ...adView(ad), isActive: ad.isActive };
}
