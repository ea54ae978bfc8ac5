import type { FuturesRiskEvent } from '@x/api'
import { formatUnits } from '@x/decimal'
import { parseOwner } from '../../../exchange/accounts/owner.ts'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import { equityOf, groupsOf, requirementOf } from '../../../exchange/futures/margin.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import { fundingBills } from '../../../exchange/ledger/futuresBills.ts'
import type { Effects, Liquidation } from '../../../exchange/state/effects.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import type { Deleveraged } from '../../../exchange/state/futuresRecords.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { ratioText } from './accountViews.ts'
import { stepNumber } from './liquidationViews.ts'

/** What the exchange did to futures accounts, for the private topic `risk` (futures 11, 12). */

/** Margin ratios at which an account is called, in per cent (futures 12). */
const CALL_LEVELS = [80n, 90n, 95n] as const

const symbolOf = (id: string): string => CONTRACTS.find((each) => each.id === id)?.symbol ?? id
const amountOf = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })
const keyOf = ({ realm, userId }: Trader): string => `${realm}:${userId}`
const NOTHING = {
  symbol: null,
  marginRatio: null,
  step: null,
  liquidationId: null,
  amount: null,
} as const

/** A record concerns many users, and each connection asks for its own. */
const known = new WeakMap<Effects, ReadonlyMap<string, readonly FuturesRiskEvent[]>>()

/** What one record did to an account, in order: funding, steps of its liquidation, deleveraging. */
export function riskEventsOf(effects: Effects, trader: Trader): readonly FuturesRiskEvent[] {
  const found = known.get(effects) ?? eventsByAccount(effects)
  known.set(effects, found)
  return found.get(keyOf(trader)) ?? []
}

function eventsByAccount(effects: Effects): ReadonlyMap<string, readonly FuturesRiskEvent[]> {
  const events = new Map<string, FuturesRiskEvent[]>()
  const add = (of: Trader, event: FuturesRiskEvent): void => {
    const own = events.get(keyOf(of)) ?? []
    events.set(keyOf(of), own)
    own.push(event)
  }
  for (const { realm, userId, asset, symbol, isIsolated, amount } of fundingBills(effects))
    add(
      { realm, userId },
      {
        ...NOTHING,
        kind: 'funding',
        marginCoin: asset,
        symbol: symbol === null ? null : symbolOf(symbol),
        marginMode: isIsolated ? 1 : 2,
        amount: amountOf(amount, asset),
        at: effects.at,
      },
    )
  for (const each of effects.futures?.liquidations ?? []) add(each, stepEvent(each))
  for (const each of effects.records?.deleveraged ?? []) add(each, deleveragedEvent(each))
  return events
}

function stepEvent(step: Liquidation): FuturesRiskEvent {
  const owner = parseOwner(step.wallet)
  const isolated = 'symbol' in owner ? owner.symbol : undefined
  const symbol = step.traded?.symbol ?? isolated
  return {
    ...NOTHING,
    kind: 'liquidation',
    marginCoin: step.asset,
    symbol: symbol === undefined ? null : symbolOf(symbol),
    marginMode: isolated === undefined ? 2 : 1,
    step: stepNumber(step),
    liquidationId: String(step.id),
    at: step.at,
  }
}

function deleveragedEvent(row: Deleveraged): FuturesRiskEvent {
  const asset = CONTRACTS.find(({ id }) => id === row.symbol)?.marginAsset ?? 'USDT'
  return {
    ...NOTHING,
    kind: 'deleveraged',
    marginCoin: asset,
    symbol: symbolOf(row.symbol),
    marginMode: row.marginMode === 'isolated' ? 1 : 2,
    liquidationId: `adl${row.liquidationId}`,
    amount: amountOf(row.result, asset),
    at: row.at,
  }
}

/** Margin calls of one account, as one connection has been sent them. */
export interface MarginCalls {
  /** Those that stand, with which a snapshot begins. */
  standing(at: number): readonly FuturesRiskEvent[]
  /** Those at a level that its wallet has not been called at since it was below. */
  next(at: number): readonly FuturesRiskEvent[]
}

export function createMarginCalls(view: ExchangeView, trader: Trader): MarginCalls {
  const called = new Map<string, number>()

  function read(at: number, isNew: (name: string, level: number) => boolean): FuturesRiskEvent[] {
    const levels = new Map<string, number>()
    const events = groupsOf(view, accountAsIs(view, trader)).flatMap((group) => {
      const { owner, asset, isIsolated, positions } = group
      if (!positions.every(({ symbol }) => view.futures.prices.get(symbol)?.isFresh)) {
        // Without prices nothing is known anew.
        levels.set(`${owner} ${asset}`, called.get(`${owner} ${asset}`) ?? 0)
        return []
      }
      const [equity, requirement] = [equityOf(view, group), requirementOf(view, group)]
      const level =
        requirement === 0n
          ? 0
          : CALL_LEVELS.filter((percent) => requirement * 100n >= equity * percent).length
      levels.set(`${owner} ${asset}`, level)
      if (level === 0 || !isNew(`${owner} ${asset}`, level)) return []
      const [position] = positions
      return [
        {
          ...NOTHING,
          kind: 'margin_call' as const,
          marginCoin: asset,
          symbol: isIsolated && position ? symbolOf(position.symbol) : null,
          marginMode: isIsolated ? (1 as const) : (2 as const),
          marginRatio: ratioText(requirement, equity),
          at,
        },
      ]
    })
    called.clear()
    for (const [name, level] of levels) called.set(name, level)
    return events
  }

  return {
    standing: (at) => read(at, () => true),
    next: (at) => read(at, (name, level) => level > (called.get(name) ?? 0)),
  }
}
