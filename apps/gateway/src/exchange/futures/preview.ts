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
  orderSums,
  symbolsOf,
  walletOf,
  type MarginGroup,
  type MarginMarket,
  type MarginState,
  type RiskAccount,
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
    orders: isIsolated ? [] : summedOrders(state, account, market),
  }
}

/** Far less than any order, so that no price makes it worth more than the sum. */
const SPECK = { count: '0.00000001', times: 10n ** 8n }

/**
 * The formula reads open orders as one sum of each side: it gets one order of a speck that is worth
 * as much. An account may have a thousand, and is asked for at each of its positions. Those of
 * inverse contracts do not enter (trading 2).
 */
function summedOrders(
  state: MarginState,
  account: RiskAccount,
  { instrument: { id: symbol, marginScale }, terms }: MarginMarket,
): OpenOrder[] {
  if (terms.isInverse) return []
  const { net, long, short } = orderSums(state, account, { symbol }).legs
  const worth = {
    buy: net.buys + long.buys + short.buys,
    sell: net.sells + long.sells + short.sells,
  }
  return (['buy', 'sell'] as const)
    .filter((side) => worth[side] > 0n)
    .map((side) => ({
      side,
      price: formatUnits(worth[side] * SPECK.times, marginScale),
      count: SPECK.count,
    }))
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

/** Fills of one account in one leg. */
export interface PreviewedFills extends Pick<Booking, 'realm' | 'userId' | 'market' | 'side'> {
  readonly fills: readonly Pick<Booking, 'lots' | 'ticks' | 'feePpm'>[]
}

/** The account after fills that have not been made (futures F12): the same code books them. */
export function previewFills(state: PreviewState, { fills, ...booking }: PreviewedFills): Preview {
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
  for (const fill of fills) bookLots(beside, createEffectLog(0), { ...booking, ...fill })
  return { state: beside, account }
}
