import { MAX_TICKS } from '../matching/command.ts'
import { valueOf } from '../instruments/contractTerms.ts'
import type { EffectLog } from '../state/effects.ts'
import {
  HOUSE_ID,
  openFuturesAccount,
  settingsOf,
  type FuturesPosition,
} from '../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import {
  bankruptcyTicks,
  equityOf,
  groupOf,
  markOf,
  requirementOf,
  walletOf,
  type MarginGroup,
  type MarginState,
} from './margin.ts'
import { tradeOutside } from './outside.ts'

/** Groups of 20 %, which the lights of a position show (futures 6). */
const GROUPS = 5

/** A position that may be deleveraged, with what of it may be taken. */
export interface AdlCandidate {
  readonly position: FuturesPosition
  readonly lots: number
  /** PnL/collateral · requirement/equity, as a fraction. */
  readonly top: bigint
  readonly bottom: bigint
}

const nameOf = ({ userId, side }: FuturesPosition): string => `${userId} ${side}`

/**
 * Who would be deleveraged against a position at a price, in order (futures 6): customers in
 * profit, above their requirement before and after; of a hedged leg its net part only.
 */
export function adlCandidates(
  state: MarginState,
  {
    position: { realm, userId, symbol, lots: against },
    ticks,
  }: {
    readonly position: Pick<FuturesPosition, 'realm' | 'userId' | 'symbol' | 'lots'>
    readonly ticks: number
  },
): AdlCandidate[] {
  const found: AdlCandidate[] = []
  for (const account of state.futures.accounts.values()) {
    if (account.realm !== realm || account.userId === HOUSE_ID || account.userId === userId)
      continue
    for (const position of account.positions.values()) {
      if (position.symbol !== symbol || position.lots > 0 === against > 0) continue
      const candidate = candidateOf(state, {
        position,
        group: groupOf(state, account, position),
        ticks,
      })
      if (candidate) found.push(candidate)
    }
  }
  return found.toSorted((a, b) => {
    const [one, other] = [a.top * b.bottom, b.top * a.bottom]
    if (one !== other) return one > other ? -1 : 1
    return nameOf(a.position) < nameOf(b.position) ? -1 : 1
  })
}

function candidateOf(
  state: MarginState,
  {
    position,
    group,
    ticks,
  }: {
    readonly position: FuturesPosition
    readonly group: MarginGroup
    readonly ticks: number
  },
): AdlCandidate | undefined {
  const { symbol, side, cost } = position
  const { terms } = contractOf(state, symbol)
  const mark = markOf(state, symbol)
  const pnl = valueOf(terms, position.lots, mark) - cost
  const hedge = side === 'net' ? undefined : side === 'long' ? 'short' : 'long'
  const opposite = hedge ? (group.account.positions.get(`${symbol} ${hedge}`)?.lots ?? 0) : 0
  const lots = Math.abs(position.lots) - Math.abs(opposite)
  const equity = equityOf(state, group)
  const requirement = requirementOf(state, group)
  if (pnl <= 0n || lots <= 0 || equity <= requirement) return undefined
  const closing = position.lots > 0 ? lots : -lots
  const after = equity + valueOf(terms, closing, ticks) - valueOf(terms, closing, mark)
  const left = { ...position, lots: position.lots - closing }
  const positions = group.positions
    .map((each) => (each === position ? left : each))
    .filter((each) => each.lots !== 0)
  const all = new Map(group.account.positions).set(`${symbol} ${side}`, left)
  const account = { ...group.account, positions: all }
  if (after <= requirementOf(state, { ...group, account, positions })) return undefined
  const collateral = walletOf(state, group)
  return { position, lots, top: pnl * requirement, bottom: collateral * equity }
}

/**
 * Shares lots among candidates by what they may give, group of 20 % after group, within one by
 * largest remainder, ties by name (futures 6).
 */
export function adlShares(
  candidates: readonly AdlCandidate[],
  wanted: number,
): readonly { readonly candidate: AdlCandidate; readonly lots: number }[] {
  const shares: { candidate: AdlCandidate; lots: number }[] = []
  let left = wanted
  for (let group = 0; group < GROUPS && left > 0; group++) {
    const members = candidates.filter(
      (_, rank) => Math.floor((rank * GROUPS) / candidates.length) === group,
    )
    for (const share of shareLots(members, left)) {
      shares.push(share)
      left -= share.lots
    }
  }
  return shares
}

function shareLots(
  members: readonly AdlCandidate[],
  wanted: number,
): { candidate: AdlCandidate; lots: number }[] {
  const total = members.reduce((sum, { lots }) => sum + lots, 0)
  if (total <= wanted) return members.map((candidate) => ({ candidate, lots: candidate.lots }))
  const parts = members.map((candidate) => {
    const product = BigInt(candidate.lots) * BigInt(wanted)
    return {
      candidate,
      lots: Number(product / BigInt(total)),
      remainder: product % BigInt(total),
    }
  })
  let left = wanted - parts.reduce((sum, { lots }) => sum + lots, 0)
  const byRemainder = parts.toSorted((a, b) => {
    if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1
    return nameOf(a.candidate.position) < nameOf(b.candidate.position) ? -1 : 1
  })
  for (const part of byRemainder) {
    if (left === 0) break
    part.lots++
    left--
  }
  return parts.filter(({ lots }) => lots > 0)
}

/** The bankruptcy price of a position in ticks, within what the engine can hold. */
export function deleveragingTicks(
  state: MarginState,
  group: MarginGroup,
  position: FuturesPosition,
): number {
  const found = bankruptcyTicks(state, position, group)
  return Math.min(MAX_TICKS, Math.max(1, found ?? markOf(state, position.symbol)))
}

/**
 * Closes a bankrupt position at its bankruptcy price: against the house account's opposite position
 * first, then against customers, and what finds nobody the house account takes (futures 6).
 */
export function deleverage(
  state: ExchangeState,
  log: EffectLog,
  { position, ticks }: { readonly position: FuturesPosition; readonly ticks: number },
): void {
  const { realm, symbol, userId, side } = position
  const market = contractOf(state, symbol)
  const isLong = position.lots > 0
  const own = { userId, side }
  const trade = (other: { userId: string; side: FuturesPosition['side'] }, lots: number): void => {
    if (lots === 0) return
    tradeOutside(state, log, {
      market,
      realm,
      ticks,
      lots,
      kind: 'adl',
      buyer: isLong ? other : own,
      seller: isLong ? own : other,
    })
  }
  const house = { userId: HOUSE_ID, side: 'net' } as const
  const houseLots =
    openFuturesAccount(state.futures, { realm, userId: HOUSE_ID }).positions.get(`${symbol} net`)
      ?.lots ?? 0
  let left = Math.abs(position.lots)
  const opposite = houseLots !== 0 && houseLots > 0 !== isLong ? Math.abs(houseLots) : 0
  const first = Math.min(left, opposite)
  const shares = adlShares(adlCandidates(state, { position, ticks }), left - first)
  trade(house, first)
  left -= first
  for (const { candidate, lots } of shares) {
    const { userId: other, side: leg, result } = candidate.position
    const account = openFuturesAccount(state.futures, { realm, userId: other })
    const { marginMode } = settingsOf(account, symbol)
    trade(candidate.position, lots)
    left -= lots
    log.records.deleveraged.push({
      liquidationId: log.liquidations.at(-1)?.id ?? 0,
      realm,
      userId: other,
      symbol,
      side: leg,
      lots,
      ticks,
      result: candidate.position.result - result,
      marginMode,
      at: log.at,
    })
  }
  trade(house, left)
}

/**
 * The lights of the positions of one side of a contract, from 5 for the 20 % that are deleveraged
 * first to 1; those that are not deleveraged have none.
 */
export function adlLights(
  state: MarginState,
  {
    realm,
    symbol,
    isLong,
  }: Pick<FuturesPosition, 'realm' | 'symbol'> & { readonly isLong: boolean },
): ReadonlyMap<number, number> {
  // What a bankrupt position of the other side would find.
  const position = { userId: HOUSE_ID, realm, symbol, lots: isLong ? -1 : 1 }
  const candidates = adlCandidates(state, { position, ticks: markOf(state, symbol) })
  return new Map(
    candidates.map(({ position: { id } }, rank) => [
      id,
      GROUPS - Math.floor((rank * GROUPS) / candidates.length),
    ]),
  )
}
