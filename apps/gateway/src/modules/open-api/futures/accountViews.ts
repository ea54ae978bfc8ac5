import { formatUnits, mulDiv, parseUnits } from '@x/decimal'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import { ownRequirement } from '../../../exchange/futures/margin.ts'
import { PPM } from '../../../exchange/instruments/contractTerms.ts'
import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import {
  leverageOf,
  positionKey,
  settingsOf,
  type FuturesPosition,
} from '../../../exchange/state/futuresState.ts'
import { walletView } from '../../futures/ports/accountViews.ts'
import { positionView } from '../../futures/ports/positionViews.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { priceText, sizeText } from '../texts.ts'
import { openContractOrders, positionSideOf } from './contractViews.ts'

const ASSET = 'USDT'
const PLACES = scaleOf(ASSET)
const atomsOf = (text: string | null): bigint => parseUnits(text ?? '0', PLACES) ?? 0n
const amount = (atoms: bigint): string => formatUnits(atoms, PLACES)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What a position is worth beside what the page shows of it. */
export interface PositionFigures {
  readonly contract: FuturesInstrument
  readonly positionSide: 'BOTH' | 'LONG' | 'SHORT'
  /** Signed: below zero it is short. */
  readonly size: string
  readonly entry: string
  readonly breakEven: string
  readonly mark: string
  readonly liquidation: string
  readonly isIsolated: boolean
  readonly leverage: number
  readonly isAutoMargin: boolean
  readonly adl: number
  readonly updatedAt: number
  /** In atoms of the margin asset. */
  readonly notional: bigint
  readonly pnl: bigint
  readonly initial: bigint
  readonly maintenance: bigint
  readonly isolatedMargin: bigint
  readonly maxNotional: string
}

/** Positions that are held, or all that could be. */
export function positionFigures(
  view: ExchangeView,
  trader: Trader,
  {
    contracts,
    isHeldOnly,
  }: { readonly contracts: readonly FuturesInstrument[]; readonly isHeldOnly: boolean },
): PositionFigures[] {
  const account = accountAsIs(view, trader)
  const sides = account.mode === 'one_way' ? (['net'] as const) : (['long', 'short'] as const)
  return contracts.flatMap((contract) =>
    sides.flatMap((side) => {
      const position = account.positions.get(positionKey(contract.id, side))
      if (position) return [heldFigures(view, { contract, position })]
      return isHeldOnly ? [] : [emptyFigures(view, { trader, contract, side })]
    }),
  )
}

function emptyFigures(
  view: ExchangeView,
  {
    trader,
    contract,
    side,
  }: {
    readonly trader: Trader
    readonly contract: FuturesInstrument
    readonly side: FuturesPosition['side']
  },
): PositionFigures {
  const none = priceText(0, contract)
  const settings = settingsOf(accountAsIs(view, trader), contract.id)
  const leverage = leverageOf(settings, side)
  return {
    contract,
    positionSide: positionSideOf({ positionSide: side }),
    size: sizeText(0, contract),
    entry: none,
    breakEven: none,
    mark: priceText(view.futures.prices.get(contract.id)?.mark ?? 0, contract),
    liquidation: '0',
    isIsolated: settings.marginMode === 'isolated',
    leverage,
    isAutoMargin: settings.autoMargin?.includes(side) ?? false,
    adl: 0,
    updatedAt: 0,
    notional: 0n,
    pnl: 0n,
    initial: 0n,
    maintenance: 0n,
    isolatedMargin: 0n,
    maxNotional: mostNotional(contract, leverage),
  }
}

function heldFigures(
  view: ExchangeView,
  {
    contract,
    position,
  }: { readonly contract: FuturesInstrument; readonly position: FuturesPosition },
): PositionFigures {
  const shown = positionView(view, position)
  const isIsolated = shown.marginMode === 1
  const empty = emptyFigures(view, { trader: position, contract, side: position.side })
  const sign = position.lots < 0 ? '-' : ''
  const mark = view.futures.prices.get(contract.id)?.mark ?? 0
  const unit = 10n ** BigInt(PLACES - contract.pricePlace - contract.quantityPlace)
  const isolatedMargin = isIsolated ? atomsOf(shown.positionsOpenMarginCount) : 0n
  const notional = BigInt(position.lots) * BigInt(mark) * unit
  return {
    ...empty,
    size: sign + sizeText(Math.abs(position.lots), contract),
    entry: shown.positionsOpenAvgPrice,
    breakEven: shown.breakEvenPrice,
    liquidation: shown.liquidationPrice ?? '0',
    adl: shown.adl,
    updatedAt: position.updatedAt,
    notional,
    pnl: atomsOf(shown.unrealisedPnl),
    initial: mulDiv(notional < 0n ? -notional : notional, 1n, {
      by: BigInt(empty.leverage),
      mode: 'up',
    }),
    // Of a requirement in parts of an atom.
    maintenance: mulDiv(ownRequirement(view, position), 1n, { by: PPM, mode: 'up' }),
    isolatedMargin,
  }
}

/** How large a position of a leverage may be, in the margin asset. */
export function mostNotional({ tiers }: FuturesInstrument, leverage: number): string {
  return tiers.findLast(({ maxLeverage }) => maxLeverage >= leverage)?.upTo ?? '0'
}

/** A position as `positionRisk` shows it; the older form names settings too. */
export function positionRiskView(figures: PositionFigures, { isOld }: { readonly isOld: boolean }) {
  const { contract, isIsolated } = figures
  return {
    symbol: contract.symbol,
    positionSide: figures.positionSide,
    positionAmt: figures.size,
    entryPrice: figures.entry,
    breakEvenPrice: figures.breakEven,
    markPrice: figures.mark,
    unRealizedProfit: amount(figures.pnl),
    liquidationPrice: figures.liquidation,
    isolatedMargin: amount(figures.isolatedMargin),
    notional: amount(figures.notional),
    marginAsset: contract.marginAsset,
    isolatedWallet: amount(isIsolated ? figures.isolatedMargin : 0n),
    updateTime: figures.updatedAt,
    ...(isOld
      ? {
          leverage: String(figures.leverage),
          marginType: isIsolated ? 'isolated' : 'cross',
          isAutoAddMargin: String(figures.isAutoMargin),
          maxNotionalValue: figures.maxNotional,
        }
      : {
          initialMargin: amount(figures.initial),
          maintMargin: amount(figures.maintenance),
          positionInitialMargin: amount(figures.initial),
          openOrderInitialMargin: amount(0n),
          adl: figures.adl,
          bidNotional: '0',
          askNotional: '0',
        }),
  }
}

interface WalletFigures {
  readonly wallet: bigint
  readonly cross: bigint
  readonly pnl: bigint
  readonly crossPnl: bigint
  readonly initial: bigint
  readonly positions: bigint
  readonly maintenance: bigint
  readonly available: bigint
  readonly transferable: bigint
}

function walletFigures(view: ExchangeView, trader: Trader): WalletFigures {
  const shown = walletView(view, trader, ASSET)
  const held = positionFigures(view, trader, { contracts: USDT_CONTRACTS, isHeldOnly: true })
  const sum = (of: (figures: PositionFigures) => bigint) =>
    held.reduce((total, each) => total + of(each), 0n)
  const cross = atomsOf(shown.balance)
  const isolated = atomsOf(shown.isolatedMargin)
  return {
    wallet: cross + isolated,
    cross,
    pnl: sum(({ pnl }) => pnl),
    crossPnl: atomsOf(shown.unrealisedPnl),
    initial: atomsOf(shown.initialMargin) + isolated,
    positions: sum(({ initial }) => initial),
    maintenance: sum(({ maintenance }) => maintenance),
    available: atomsOf(shown.available),
    transferable: atomsOf(shown.transferable),
  }
}

/** The account with its only asset, and its positions. */
export function contractAccountView(
  view: ExchangeView,
  trader: Trader,
  {
    now,
    isOld,
    canTrade,
  }: { readonly now: number; readonly isOld: boolean; readonly canTrade: boolean },
) {
  const wallet = walletFigures(view, trader)
  const orders = new Set(openContractOrders(view, trader).map(({ symbol }) => symbol))
  const positions = positionFigures(view, trader, { contracts: USDT_CONTRACTS, isHeldOnly: false })
    .filter(({ contract, size }) => isOld || orders.has(contract.id) || Number(size) !== 0)
    .map((figures) => accountPositionView(figures, isOld))
  return {
    feeTier: 0,
    feeBurn: false,
    canTrade,
    canDeposit: true,
    canWithdraw: true,
    updateTime: isOld ? 0 : now,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    totalInitialMargin: amount(wallet.initial),
    totalMaintMargin: amount(wallet.maintenance),
    totalWalletBalance: amount(wallet.wallet),
    totalUnrealizedProfit: amount(wallet.pnl),
    totalMarginBalance: amount(wallet.wallet + wallet.pnl),
    totalPositionInitialMargin: amount(smaller(wallet.positions, wallet.initial)),
    totalOpenOrderInitialMargin: amount(ordersMargin(wallet)),
    totalCrossWalletBalance: amount(wallet.cross),
    totalCrossUnPnl: amount(wallet.crossPnl),
    availableBalance: amount(wallet.available),
    maxWithdrawAmount: amount(wallet.transferable),
    assets: [assetView(wallet, now)],
    positions,
  }
}

const ordersMargin = ({ initial, positions }: WalletFigures): bigint =>
  initial > positions ? initial - positions : 0n

function assetView(wallet: WalletFigures, now: number) {
  return {
    asset: ASSET,
    walletBalance: amount(wallet.wallet),
    unrealizedProfit: amount(wallet.pnl),
    marginBalance: amount(wallet.wallet + wallet.pnl),
    maintMargin: amount(wallet.maintenance),
    initialMargin: amount(wallet.initial),
    positionInitialMargin: amount(smaller(wallet.positions, wallet.initial)),
    openOrderInitialMargin: amount(ordersMargin(wallet)),
    maxWithdrawAmount: amount(wallet.transferable),
    crossWalletBalance: amount(wallet.cross),
    crossUnPnl: amount(wallet.crossPnl),
    availableBalance: amount(wallet.available),
    marginAvailable: true,
    updateTime: now,
  }
}

function accountPositionView(figures: PositionFigures, isOld: boolean) {
  const { contract, isIsolated } = figures
  const initial = amount(figures.initial)
  return {
    symbol: contract.symbol,
    positionSide: figures.positionSide,
    positionAmt: figures.size,
    unrealizedProfit: amount(figures.pnl),
    isolatedMargin: amount(figures.isolatedMargin),
    notional: amount(figures.notional),
    isolatedWallet: amount(isIsolated ? figures.isolatedMargin : 0n),
    initialMargin: initial,
    maintMargin: amount(figures.maintenance),
    updateTime: figures.updatedAt,
    ...(isOld
      ? {
          leverage: String(figures.leverage),
          isolated: isIsolated,
          entryPrice: figures.entry,
          breakEvenPrice: figures.breakEven,
          positionInitialMargin: initial,
          openOrderInitialMargin: amount(0n),
          maxNotional: figures.maxNotional,
          bidNotional: '0',
          askNotional: '0',
        }
      : {}),
  }
}

/** The wallet as `balance` shows it. */
export function balanceViews(view: ExchangeView, trader: Trader, now: number) {
  const wallet = walletFigures(view, trader)
  return [
    {
      accountAlias: trader.userId,
      asset: ASSET,
      balance: amount(wallet.wallet),
      crossWalletBalance: amount(wallet.cross),
      crossUnPnl: amount(wallet.crossPnl),
      availableBalance: amount(wallet.available),
      maxWithdrawAmount: amount(wallet.transferable),
      marginAvailable: true,
      updateTime: now,
    },
  ]
}

/** What trading a contract is set to. */
export function symbolConfigView(view: ExchangeView, trader: Trader, contract: FuturesInstrument) {
  const settings = settingsOf(accountAsIs(view, trader), contract.id)
  const { leverage, marginMode } = settings
  return {
    symbol: contract.symbol,
    marginType: marginMode === 'isolated' ? 'ISOLATED' : 'CROSSED',
    isAutoAddMargin: String((settings.autoMargin ?? []).length > 0),
    leverage,
    maxNotionalValue: mostNotional(contract, leverage),
  }
}
