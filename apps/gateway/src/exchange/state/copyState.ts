import type { Realm } from '../accounts/accounts.ts'
import type { Side } from '../instruments/Instrument.ts'

/** All money of copy trading is counted in it; every pair is quoted in it. */
export const COPY_QUOTE = 'USDT'
/** A performance index of 1. */
export const INDEX_ONE = 1_000_000_000_000n
/** In basis points, where the follower names none. */
const SLIPPAGE_BP = { BTCUSDT: 30, ETHUSDT: 30 } as const
const OTHER_SLIPPAGE_BP = 50

/** How far from the price of the lead's fill a copy may trade, in basis points. */
export const slippageOf = (symbol: string, { slippageBp }: Pick<CopyFollow, 'slippageBp'>) =>
  slippageBp ?? (SLIPPAGE_BP as Readonly<Record<string, number>>)[symbol] ?? OTHER_SLIPPAGE_BP

export const leadOwner = (leadId: number): string => `lead:${leadId}`
export const copyOwner = (followId: number): string => `copy:${followId}`
/** Whether the exchange itself placed the order, for a follower. */
export const isCopyOrder = ({ owner }: { readonly owner?: string }): boolean =>
  owner?.startsWith('copy:') === true

/** A trader whose fills are copied (products 1). Amounts are atoms of the quote asset. */
export interface CopyLead {
  readonly id: number
  readonly realm: Realm
  readonly userId: string
  readonly holder: string
  readonly clientOid: string
  readonly digest: string
  nickname: string
  pairs: readonly string[]
  /** Of new follows. */
  shareBp: number
  minimum: bigint
  maxFollowers: number
  readonly createdAt: number
  updatedAt: number
  status: 'open' | 'closed'
  paidIn: bigint
  takenOut: bigint
  /** What 1 at the start has become without what was paid in and taken out, times `INDEX_ONE`. */
  index: bigint
  /** Worth after the latest payment or mark. */
  base: bigint
  /** The highest index of a day's end, and the deepest fall from one, in millionths. */
  peak: bigint
  drawdownPpm: number
  /** The latest UTC day that it was marked for. */
  markedDay: number
  /** Follows that ended, and those of them that lost. */
  ended: number
  lost: number
}

export type FollowStatus = 'active' | 'paused' | 'closing' | 'closed'
/** Why a follow was closed. */
export type FollowEnd = 'close' | 'stopLoss' | 'leadCloses' | 'reset'

/** A user's money that copies a lead. Amounts are atoms of the quote asset. */
export interface CopyFollow {
  readonly id: number
  readonly leadId: number
  /** Who gets the profit share. */
  readonly leadUserId: string
  readonly realm: Realm
  readonly userId: string
  readonly holder: string
  readonly clientOid: string
  readonly digest: string
  /** As the lead asked when it began. */
  readonly shareBp: number
  mode: 'ratio' | 'amount'
  /** Of each copied buy in the mode `amount`. */
  amount: bigint
  /** `null`: by the pair. */
  slippageBp: number | null
  /** In percent of what was paid in; 0: none. */
  stopLossPct: number
  /** Of buys on one UTC day; 0: none. */
  dailyCap: bigint
  status: FollowStatus
  end: FollowEnd | null
  paidIn: bigint
  takenOut: bigint
  /** Profit shares ever paid. */
  shared: bigint
  /** UTC day since the epoch, and what was bought on it. */
  day: number
  bought: bigint
  /** The latest Monday that it was settled for, in days since the epoch. */
  week: number
  /** Sales that closing has tried. */
  tries: number
  /** Profit or loss when it was closed. */
  result: bigint
  readonly createdAt: number
  updatedAt: number
}

/** A fill of a lead that waits to be copied. Amounts are atoms. */
export interface LeadFill {
  readonly fillId: number
  readonly leadId: number
  readonly symbol: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  /** What the lead had of the base asset before it, as text. */
  readonly before: string
  /** Follows from this number on began later. */
  readonly nextFollow: number
  readonly at: number
}

export type SkipReason =
  | 'minimum'
  | 'funds'
  | 'slippage'
  | 'dailyCap'
  | 'pair'
  | 'paused'
  | 'backlog'

/** What became of a fill for one follow, or one sale of a follow that closes. */
export interface CopyOrder {
  readonly id: number
  readonly followId: number
  readonly leadId: number
  readonly userId: string
  readonly realm: Realm
  /** `null`: of closing. */
  readonly leadFillId: number | null
  readonly symbol: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly orderId: number | null
  readonly reason: SkipReason | null
  readonly at: number
}

/** A profit share that was paid. */
export interface CopyShare {
  readonly id: number
  readonly followId: number
  readonly leadId: number
  readonly userId: string
  readonly leadUserId: string
  readonly realm: Realm
  readonly amount: bigint
  /** Of the follow since it began, before the share. */
  readonly profit: bigint
  readonly at: number
}

/** A lead at the end of a UTC day. */
export interface CopyDay {
  readonly leadId: number
  readonly day: number
  readonly index: bigint
  readonly worth: bigint
}

/** Open leads and follows. Empty until the first command for them; only `execute` changes it. */
export interface CopyState {
  /** Open ones, and closed ones that follows still have to leave. */
  readonly leads: Map<number, CopyLead>
  readonly follows: Map<number, CopyFollow>
  /** Fills that are to be copied, the oldest first. */
  readonly pending: Map<number, LeadFill>
  readonly followsOf: (leadId: number) => ReadonlySet<CopyFollow>
  addFollow(follow: CopyFollow): void
  dropFollow(follow: CopyFollow): void
}

const NONE: ReadonlySet<CopyFollow> = new Set()

export function createCopyState(): CopyState {
  const follows = new Map<number, CopyFollow>()
  const byLead = new Map<number, Set<CopyFollow>>()
  return {
    leads: new Map(),
    follows,
    pending: new Map(),
    followsOf: (leadId) => byLead.get(leadId) ?? NONE,
    addFollow(follow) {
      follows.set(follow.id, follow)
      byLead.set(follow.leadId, (byLead.get(follow.leadId) ?? new Set()).add(follow))
    },
    dropFollow(follow) {
      follows.delete(follow.id)
      const own = byLead.get(follow.leadId)
      if (own?.delete(follow) && own.size === 0) byLead.delete(follow.leadId)
    },
  }
}

type AsText<T, K extends keyof T> = Omit<T, K> & { readonly [F in K]: string }
const LEAD_AMOUNTS = ['minimum', 'paidIn', 'takenOut', 'index', 'base', 'peak'] as const
const FOLLOW_AMOUNTS = [
  'amount',
  'dailyCap',
  'paidIn',
  'takenOut',
  'shared',
  'bought',
  'result',
] as const
export type LeadDump = AsText<CopyLead, (typeof LEAD_AMOUNTS)[number]>
export type FollowDump = AsText<CopyFollow, (typeof FOLLOW_AMOUNTS)[number]>
/** One row of a dump. Amounts are text. */
export type CopyRow =
  | readonly [kind: 'lead', lead: LeadDump]
  | readonly [kind: 'follow', follow: FollowDump]
  | readonly [kind: 'pending', fill: LeadFill]

const convert = <From, To>(
  row: From,
  fields: readonly (keyof From)[],
  by: (value: never) => unknown,
): To =>
  ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, by(row[field] as never)])),
  }) as unknown as To

export const dumpLead = (lead: Readonly<CopyLead>): LeadDump => convert(lead, LEAD_AMOUNTS, String)
export const leadFrom = (dump: LeadDump): CopyLead => convert(dump, LEAD_AMOUNTS, BigInt)
export const dumpFollow = (follow: Readonly<CopyFollow>): FollowDump =>
  convert(follow, FOLLOW_AMOUNTS, String)
export const followFrom = (dump: FollowDump): CopyFollow => convert(dump, FOLLOW_AMOUNTS, BigInt)

/** Nothing for a state that has had no command of copy trading. */
export function* dumpCopy(state: CopyState): Generator<CopyRow> {
  for (const lead of state.leads.values()) yield ['lead', dumpLead(lead)]
  for (const follow of state.follows.values()) yield ['follow', dumpFollow(follow)]
  for (const fill of state.pending.values()) yield ['pending', fill]
}

export function restoreCopy(state: CopyState, rows: readonly CopyRow[]): void {
  for (const row of rows) {
    if (row[0] === 'lead') state.leads.set(row[1].id, leadFrom(row[1]))
    else if (row[0] === 'follow') state.addFollow(followFrom(row[1]))
    else state.pending.set(row[1].fillId, row[1])
  }
}
