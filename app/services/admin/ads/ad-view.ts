import type { Ad } from '@/models/ad.server';

export interface AdView {
  publicId: string;
  title: string;
  message: string;
  /** Sanitised. */
  html: string;
  hasImage: boolean;
}

export function adView({ publicId, title, message, html, imageKey }: Ad): AdView {
  return { publicId, title, message, html, hasImage: imageKey !== null };
}
