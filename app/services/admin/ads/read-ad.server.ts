import { Ad } from '@/models/ad.server';
import { type AdView, adView } from './ad-view';

/** The newest advertisement, active or not; null without one. */
export async function readAd(): Promise<(AdView & { isActive: boolean }) | null> {
  const ad = await Ad.findOne({ order: [['id', 'DESC']] });
  return ad && { ...adView(ad), isActive: ad.isActive };
}
