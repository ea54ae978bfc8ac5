import type { Realm } from '../accounts/accounts.ts'
import type { FeeRates } from '../accounts/fee.ts'
import type { PaperDecision } from './paperDecision.ts'
import type { CopyFollow, CopyLead } from './copyState.ts'

/** Commands of copy trading (products 1). Amounts are atoms of the quote asset, as text. */
export type CopyCommand =
  | CopyLeadOpenCommand
  | CopyLeadChangeCommand
  | CopyLeadFundCommand
  | CopyLeadCloseCommand
  | CopyFollowOpenCommand
  | CopyFollowChangeCommand
  | CopyFollowEventCommand
  | CopyFollowFundCommand
  | CopyFillCommand
  | CopySellCommand
  | CopyWeekCommand
  | CopyDayCommand

interface Timed {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Last prices of pairs in ticks, which holdings are counted by. */
export type CopyMarks = readonly (readonly [symbol: string, ticks: number])[]
interface Marked extends Timed {
  readonly marks: CopyMarks
}

interface Asked extends Timed {
  readonly realm: Realm
  readonly userId: string
  readonly clientOid: string
  /** Digest of the fields: the same key with another digest is refused. */
  readonly digest: string
}

export interface LeadTerms extends Pick<
  CopyLead,
  'nickname' | 'pairs' | 'shareBp' | 'maxFollowers'
> {
  readonly minimum: string
}

export interface CopyLeadOpenCommand extends Asked, LeadTerms {
  readonly kind: 'copyLeadOpen'
  readonly holder: string
  readonly atoms: string
}

export interface CopyLeadChangeCommand extends Timed, LeadTerms {
  readonly kind: 'copyLeadChange'
  readonly userId: string
  readonly leadId: number
}

/** Pays into the funds that the lead trades with, or takes out of them. */
export interface CopyLeadFundCommand extends Asked, Marked {
  readonly kind: 'copyLeadFund'
  readonly leadId: number
  readonly direction: 'in' | 'out'
  readonly atoms: string
}

export interface CopyLeadCloseCommand extends Marked {
  readonly kind: 'copyLeadClose'
  readonly userId: string
  readonly leadId: number
}

export interface FollowTerms extends Pick<CopyFollow, 'mode' | 'slippageBp' | 'stopLossPct'> {
  readonly amount: string
  readonly dailyCap: string
}

export interface CopyFollowOpenCommand extends Asked, FollowTerms {
  readonly kind: 'copyFollowOpen'
  readonly holder: string
  readonly leadId: number
  readonly atoms: string
}

export interface CopyFollowChangeCommand extends Timed, FollowTerms {
  readonly kind: 'copyFollowChange'
  readonly userId: string
  readonly followId: number
}

export interface CopyFollowEventCommand extends Marked {
  readonly kind: 'copyFollowEvent'
  readonly followId: number
  readonly event: 'pause' | 'resume' | 'close' | 'stopLoss'
}

export interface CopyFollowFundCommand extends Asked, Marked {
  readonly kind: 'copyFollowFund'
  readonly followId: number
  readonly direction: 'in' | 'out'
  readonly atoms: string
}

/** Fee rates of a follower, and in the paper realm what the fill model decided. */
export interface CopyRow extends FeeRates {
  readonly followId: number
  readonly decision?: PaperDecision
}

/** Copies one fill of a lead for all who follow, once. */
export interface CopyFillCommand extends Marked {
  readonly kind: 'copyFill'
  readonly fillId: number
  readonly rows: readonly CopyRow[]
}

/** One try to sell what a follow that closes holds; the last one ends it. */
export interface CopySellCommand extends Marked, FeeRates {
  readonly kind: 'copySell'
  readonly followId: number
  /** Pairs that stand still: their coins wait, and with them the end. Absent: none. */
  readonly waiting?: readonly string[]
  /** Paper realm: by pair. */
  readonly decisions?: Readonly<Record<string, PaperDecision>>
}

/** Pays the profit shares of a week that is over. */
export interface CopyWeekCommand extends Marked {
  readonly kind: 'copyWeek'
  /** The Monday, in days since the epoch. */
  readonly week: number
  readonly followIds: readonly number[]
}

/** Notes the performance of leads at the end of a UTC day. */
export interface CopyDayCommand extends Marked {
  readonly kind: 'copyDay'
  readonly day: number
  readonly leadIds: readonly number[]
}
