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

/**
 * Whether a day's root is what it was published to be made of, and its last hash that of a row;
 * `undefined`: the rows are not kept.
 */
export interface DayVerdict extends PriceLogRoot {
  readonly holds: boolean | undefined
}

/** Whether a day names the root of the day before; `undefined`: it is not here, or names none. */
export const linkOf = (
  { previousRoot }: Pick<PriceLogRoot, 'previousRoot'>,
  before: Pick<PriceLogRoot, 'root'> | undefined,
): boolean | undefined =>
  before && previousRoot !== null ? before.root === previousRoot : undefined

/** What the hash of a row covers: the hash before it, a line feed and its line (futures 14). */
export const hashedText = ({ previousHash, line }: ChainedRow): string => `${previousHash}\n${line}`

/** SHA-256 of a text, in hex. */
export async function sha256(text: string): Promise<string> {
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

/** What the root of a day covers; of days without a tree it is the hash of the last row. */
export async function rootOf(root: PriceLogRoot): Promise<string> {
  const { day, hash, rows, treeRoot, previousRoot } = root
  if (treeRoot === null) return hash
  return sha256(`${previousRoot ?? ''}\n${day}\n${rows}\n${treeRoot}`)
}

/**
 * Computes the root of each day and the hash of its last row. The day that runs has grown since its
 * root was read: there its hash must be a row of the log.
 */
export function verifyDays(
  days: readonly DayOfLog[],
  rows: readonly ChainedRow[],
): Promise<readonly DayVerdict[]> {
  return Promise.all(
    days.map(async ({ root, last }) => {
      if ((await rootOf(root)) !== root.root) return { ...root, holds: false }
      if (!last) return { ...root, holds: undefined }
      const isWhole = (await sha256(hashedText(last))) === last.hash
      const isKnown = last.hash === root.hash || rows.some(({ hash }) => hash === root.hash)
      return { ...root, holds: isWhole && isKnown }
    }),
  )
}

/** Mark and index of a contract in the first of some rows that names it, as they are written. */
export function priceIn(
  rows: readonly Pick<ChainedRow, 'line'>[],
  symbol: string,
): { readonly mark: string; readonly index: string } | undefined {
  for (const { line } of rows)
    for (const part of line.split('|')) {
      const [name, mark = '', index = ''] = part.split(',')
      if (name === symbol) return { mark, index }
    }
  return undefined
}

/** What this page finds of a payment of funding. */
export interface FundingVerdict {
  readonly rate: string
  /** Whether the rate that the samples make is the one that was paid. */
  readonly holds: boolean
  /** Whether every premium follows from its impact prices. */
  readonly areSamplesSound: boolean
  /** Whether it was paid at a mark of the log; `undefined`: the log has none of that moment. */
  readonly isMarkLogged: boolean | undefined
}

/**
 * The rate that the samples of an interval make, each recomputed from its impact prices, and
 * whether it is the one that was paid.
 * @param rows of the price log of the minute after the payment
 */
export function verifyFunding(
  samples: readonly PremiumSample[],
  {
    paid,
    tier,
    rows = [],
  }: {
    readonly paid: FundingRate
    readonly tier: FuturesTier
    readonly rows?: readonly ChainedRow[]
  },
): FundingVerdict | undefined {
  if (samples.length === 0) return undefined
  const premiums = samples.map((sample) => premiumIndex(sample))
  const rate = fundingRate({
    premiums,
    maxLeverage: String(tier.maxLeverage),
    mm: tier.maintenanceRate,
  })
  const marks = rows.flatMap((row) => {
    const mark = priceIn([row], paid.symbol)?.mark
    return mark !== undefined && Number(mark) > 0 ? [mark] : []
  })
  return {
    rate,
    holds: isSame(rate, paid.rate),
    areSamplesSound: samples.every(({ premium }, n) => isSame(premium, premiums[n] ?? '')),
    isMarkLogged:
      marks.length === 0 ? undefined : marks.some((mark) => isSame(mark, paid.markPrice)),
  }
}

const isSame = (one: string, other: string): boolean => compare(decimal(one), decimal(other)) === 0
