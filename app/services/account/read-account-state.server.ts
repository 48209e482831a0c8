import { settings } from '@/app/config/env.server';
import { spendableMs } from '@/app/domain/billing/wallet/accounts';
import { database } from '@/models/database.server';
import { readMonthLeftMs } from '../billing/wallet/month-minutes.server';

/** What the frame of a page shows of an account, and what pages decide by. */
export interface AccountState {
  /** In whole milliseconds. */
  balances: { trial: number; subscription: number; bought: number; reserved: number };
  /** The part of the trial account that an administrator gave, in whole milliseconds. */
  grantedMs: number;
  /** What it may use: its spendable balance, or what is left of its month; in whole milliseconds. */
  balanceMs: number;
  /** Whether hours were bought or minutes granted, even if they are used up. */
  hasMoreThanTrial: boolean;
  hasUnfinishedUploads: boolean;
  hasSubscription: boolean;
  hasTags: boolean;
  /** JSON lists of the e-mail addresses that each flag is on for, empty for everybody; null while it is off. */
  flags: { maintenance: string | null; videos: string | null };
  /** The newest active advertisement, unless the user dismissed it. */
  ad: { publicId: string; title: string; message: string; html: string; hasImage: boolean } | null;
}

interface StateRow {
  trial: number | null;
  subscription: number | null;
  bought: number | null;
  reserved: number | null;
  granted: number | string;
  hasMoreThanTrial: number;
  hasUnfinishedUploads: number;
  hasSubscription: number;
  hasTags: number;
  maintenance: string | null;
  videos: string | null;
  publicId: string | null;
  title: string;
  message: string;
  html: string;
  hasImage: number;
}

const balance = (kind: string) =>
  `(SELECT balance_ms FROM wallet_accounts WHERE user_id = :userId AND kind = '${kind}')`;
const flag = (name: string) => `(SELECT emails FROM flags WHERE name = '${name}' AND is_on = TRUE)`;

const STATE = `SELECT ${balance('trial')} AS trial, ${balance('subscription')} AS subscription,
  ${balance('bought')} AS bought, ${balance('reserved')} AS reserved,
  (SELECT COALESCE(SUM(remaining_ms), 0) FROM wallet_lots
    WHERE user_id = :userId AND source LIKE 'grant:%') AS granted,
  EXISTS (SELECT 1 FROM wallet_lots
    WHERE user_id = :userId AND (account = 'bought' OR source LIKE 'grant:%')) AS hasMoreThanTrial,
  EXISTS (SELECT 1 FROM uploads
    WHERE user_id = :userId AND expires_at > :now AND size_bytes > 0) AS hasUnfinishedUploads,
  EXISTS (SELECT 1 FROM subscriptions
    WHERE user_id = :userId AND status IN ('active', 'pastDue')) AS hasSubscription,
  EXISTS (SELECT 1 FROM tags WHERE user_id = :userId) AS hasTags,
  ${flag('maintenance')} AS maintenance, ${flag('celeste-youtube')} AS videos,
  ad.public_id AS publicId, ad.title AS title, ad.message AS message, ad.html AS html,
  ad.image_key IS NOT NULL AS hasImage
FROM (SELECT 1 AS one) AS base
LEFT JOIN ads ad ON ad.id = (SELECT MAX(id) FROM ads WHERE is_active = TRUE)
  AND NOT EXISTS (SELECT 1 FROM ad_dismissals d WHERE d.ad_id = ad.id AND d.user_id = :userId)`;

/** In one statement. */
export async function readAccountState(userId: number): Promise<AccountState> {
  const [row] = await database().select<StateRow>(STATE, { userId, now: new Date() });
  const { trial, subscription, bought, reserved, granted, maintenance, videos, ...rest } = row!;
  const { publicId, title, message, html } = rest;
  const balances = {
    trial: trial ?? 0,
    subscription: subscription ?? 0,
    bought: bought ?? 0,
    reserved: reserved ?? 0,
  };
  return {
    balances,
    balanceMs: settings.sells ? spendableMs(balances) : await readMonthLeftMs(userId),
    grantedMs: Number(granted),
    hasMoreThanTrial: Boolean(rest.hasMoreThanTrial),
    hasUnfinishedUploads: Boolean(rest.hasUnfinishedUploads),
    hasSubscription: Boolean(rest.hasSubscription),
    hasTags: Boolean(rest.hasTags),
    flags: { maintenance, videos },
    ad: publicId === null ? null : { publicId, title, message, html, hasImage: Boolean(rest.hasImage) },
  };
}
