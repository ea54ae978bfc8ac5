import { formatUnits } from '@x/decimal'
import {
  liquidationPrice,
  type FuturesAccount as FormulaAccount,
  type FuturesSymbol,
  type Liquidation,
  type OpenOrder,
  type PositionLeg,
} from '@x/trading/futures'
import { createAccounts } from '../accounts/accounts.ts'
import { absolute } from '../instruments/rounding.ts'
import { createEffectLog } from '../state/effects.ts'
import { openLots, waitsForTrigger } from '../state/futuresOrder.ts'
import {
  createFuturesState,
  futuresAccountKey,
  leverageOf,
  settingsOf,
  type FuturesAccount,
} from '../state/futuresState.ts'
import type { ExchangeView, FuturesAccountView } from '../state/ExchangeView.ts'
import { contractOf } from '../state/state.ts'
import { bookLots, type Booking } from './fills.ts'
import { accountAsIs } from './judge.ts'
import {
  crossGroup,
  groupOf,
  isolatedOwner,
  markOf,
  symbolsOf,
  walletOf,
  type MarginGroup,
  type MarginMarket,
  type MarginState,
} from './margin.ts'

/** A group in the words of the formulas: decimal strings, exact for linear contracts. */
export function formulaAccount(
  state: MarginState,
  group: MarginGroup,
): { readonly account: FormulaAccount; readonly symbols: readonly string[] } {
  const { account, asset, isIsolated, positions } = group
  const symbols = isIsolated
    ? [...new Set(positions.map(({ symbol }) => symbol))]
    : [...symbolsOf(state, account, asset)].filter(
        (symbol) => settingsOf(account, symbol).marginMode === 'cross',
      )
  const scale = symbols[0] ? contractOf(state, symbols[0]).instrument.marginScale : 8
  return {
    account: {
      wallet: formatUnits(walletOf(state, group), scale),
      symbols: symbols.map((symbol) => formulaSymbol(state, group, symbol)),
    },
    symbols,
  }
}

function formulaSymbol(state: MarginState, group: MarginGroup, symbol: string): FuturesSymbol {
  const market = contractOf(state, symbol)
  const { instrument } = market
  const { marginScale, pricePlace, settlement, takerRate, tiers } = instrument
  const { account, isIsolated } = group
  const orders = isIsolated
    ? []
    : [...account.orders].filter((order) => order.symbol === symbol && !waitsForTrigger(order))
  return {
    contract: settlement.kind,
    mode: account.mode === 'one_way' ? 'one-way' : 'two-way',
    leverage: String(leverageOf(settingsOf(account, symbol), 'net')),
    feeRate: takerRate,
    markPrice: formatUnits(BigInt(markOf(state, symbol)), pricePlace),
    tiers: tiers.map(({ upTo, maintenance }, at) => ({
      upTo: at === tiers.length - 1 ? null : upTo,
      mm: maintenance,
      cum: formatUnits(market.terms.tiers[at]?.cum ?? 0n, marginScale),
    })),
    legs: group.positions
      .filter((position) => position.symbol === symbol)
      .map(({ lots, cost, settled }): PositionLeg => ({
        side: lots > 0 ? 'long' : 'short',
        count: countOf(market, Math.abs(lots)),
        cost: formatUnits(absolute(cost), marginScale),
        settled: formatUnits(settled, marginScale),
      })),
    orders: orders.map((order): OpenOrder => ({
      side: order.side,
      price: formatUnits(BigInt(order.ticks), pricePlace),
      count: countOf(market, openLots(order)),
      reduceOnly: order.reduceOnly,
    })),
  }
}

/** Base coin, or the nominal value of inverse contracts. */
function countOf({ instrument: { settlement, quantityPlace } }: MarginMarket, lots: number) {
  return settlement.kind === 'inverse'
    ? String(BigInt(lots) * BigInt(settlement.contractValue))
    : formatUnits(BigInt(lots), quantityPlace)
}

/** Where a position would be liquidated, on the tick, towards the mark (futures 3). */
export function liquidationPriceOf(
  state: MarginState,
  account: FuturesAccountView,
  { symbol, side }: Pick<Booking, 'side'> & { readonly symbol: string },
): Liquidation {
  const group = groupOf(state, account, { symbol, side })
  const { account: formulas, symbols } = formulaAccount(state, group)
  const at = symbols.indexOf(symbol)
  if (at < 0) return { status: 'never' }
  return liquidationPrice(formulas, {
    symbol: at,
    tick: contractOf(state, symbol).instrument.tickSize,
  })
}

/** A state, or the view of one. */
export type PreviewState = MarginState & {
  readonly accounts: Pick<ExchangeView['accounts'], 'ownedBy'>
  readonly next: ExchangeView['next']
}

/** An account beside the state, with wallets and prices: what is booked there changes nothing. */
export interface Preview {
  readonly state: PreviewState
  readonly account: FuturesAccount
}

/** The account after a fill that has not been made (futures F12): the same code books it. */
export function previewFill(state: PreviewState, booking: Booking): Preview {
  const { realm, userId, market } = booking
  const known = accountAsIs(state, { realm, userId })
  const { marginAsset } = market.instrument
  const account: FuturesAccount = {
    ...known,
    settings: new Map(known.settings),
    positions: new Map([...known.positions].map(([key, position]) => [key, { ...position }])),
    orders: new Set(known.orders),
  }
  const accounts = createAccounts()
  const owners = [
    crossGroup(state, known, marginAsset).owner,
    ...[
      ...known.positions.values(),
      { userId, symbol: market.instrument.id, side: booking.side },
    ].map(isolatedOwner),
  ]
  for (const owner of owners)
    for (const { asset, balance, held } of state.accounts.ownedBy(realm, owner))
      Object.assign(accounts.of(realm, owner, asset), { balance, held })
  const futures = createFuturesState()
  futures.accounts.set(futuresAccountKey(realm, userId), account)
  for (const [symbol, price] of state.futures.prices) futures.prices.set(symbol, price)
  const beside = { markets: state.markets, accounts, futures, next: { ...state.next } }
  bookLots(beside, createEffectLog(0), booking)
  return { state: beside, account }
}
