import type { FundingRate, FuturesTier, PremiumSample, PriceLogRoot } from '@x/api'
import { compare, decimal } from '@x/decimal'
import { fundingRate, premiumIndex } from '@x/trading/futures'

/** A row of the price log: the marks of a second, and the hash of the row before. */
export interface ChainedRow {
  readonly at: number
  readonly line: string
  readonly hash: string
  readonly previousHash: string
}

/** Whether a chain holds, or the row at which it breaks. */
export type ChainVerdict =
  | { readonly holds: true; readonly rows: number }
  | { readonly holds: false; readonly at: ChainedRow }

/** A day of the price log: its published root, and its last row where the log still has it. */
export interface DayOfLog {
  readonly root: PriceLogRoot
  readonly last: ChainedRow | undefined
}

/** Whether the root of a day is the hash of its last row; `undefined`: the rows are not kept. */
export interface DayVerdict extends PriceLogRoot {
  readonly holds: boolean | undefined
}

/** What the hash of a row covers: the hash before it, a line feed and its line (futures 14). */
export const hashedText = ({ previousHash, line }: ChainedRow): string => `${previousHash}\n${line}`

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Computes the hash of every row, the latest first, and whether each covers the one before it. */
export async function verifyChain(rows: readonly ChainedRow[]): Promise<ChainVerdict> {
  const hashes = await Promise.all(rows.map((row) => sha256(hashedText(row))))
  const broken = rows.find(
    (row, place) =>
      hashes[place] !== row.hash ||
      (rows[place + 1] !== undefined && rows[place + 1]?.hash !== row.previousHash),
  )
  return broken ? { holds: false, at: broken } : { holds: true, rows: rows.length }
}

/**
 * Computes the hash of the last row of each day. The day that runs has grown since its root was
 * read: there the root must be a row of the log.
 */
export function verifyDays(
  days: readonly DayOfLog[],
  rows: readonly ChainedRow[],
): Promise<readonly DayVerdict[]> {
  return Promise.all(
    days.map(async ({ root, last }) => {
      if (!last) return { ...root, holds: undefined }
      const isWhole = (await sha256(hashedText(last))) === last.hash
      const isKnown = last.hash === root.hash || rows.some(({ hash }) => hash === root.hash)
      return { ...root, holds: isWhole && isKnown }
    }),
  )
}

/**
 * The rate that the samples of an interval make, each recomputed from its impact prices, and
 * whether it is the one that was paid.
 */
export function verifyFunding(
  samples: readonly PremiumSample[],
  { paid, tier }: { readonly paid: FundingRate; readonly tier: FuturesTier },
): { readonly rate: string; readonly holds: boolean } | undefined {
  if (samples.length === 0) return undefined
  const rate = fundingRate({
    premiums: samples.map((sample) => premiumIndex(sample)),
    maxLeverage: String(tier.maxLeverage),
    mm: tier.maintenanceRate,
  })
  return { rate, holds: compare(decimal(rate), decimal(paid.rate)) === 0 }
}
