import type { ContractSettings, FuturesAccount, FuturesWallet } from '@x/api'
import { formatUnits, mulDiv } from '@x/decimal'
import type { FeeRates } from '../../../exchange/accounts/fee.ts'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import {
  availableOf,
  crossGroup,
  equityOf,
  groupsOf,
  mayLeave,
  requirementOf,
  symbolRisk,
  symbolsOf,
  walletOf,
} from '../../../exchange/futures/margin.ts'
import { larger } from '../../../exchange/instruments/rounding.ts'
import { contractOf } from '../../../exchange/state/ExchangeView.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import {
  leverageOf,
  settingsOf,
  type SymbolSettings,
} from '../../../exchange/state/futuresState.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import { valueOf } from '../../../exchange/instruments/contractTerms.ts'
import { contractNamed } from './contracts.ts'

/** The assets that contracts take as margin. */
export const MARGIN_ASSETS: readonly string[] = [
  ...new Set(CONTRACTS.map(({ marginAsset }) => marginAsset)),
]

/** Requirement over equity in per cent, rounded up; `null` where there is no equity. */
export const ratioText = (requirement: bigint, equity: bigint): string | null =>
  equity <= 0n ? null : formatUnits(mulDiv(requirement, 10_000n, { by: equity, mode: 'up' }), 2)

/** A futures wallet (futures 3, futures 11). */
export function walletView(view: ExchangeView, trader: Trader, asset: string): FuturesWallet {
  const state = view
  const account = accountAsIs(state, trader)
  const group = crossGroup(state, account, asset)
  const isolated = groupsOf(state, account).filter(
    (each) => each.isIsolated && each.asset === asset,
  )
  const symbols = [...symbolsOf(state, account, asset)]
  const isPriced = [...symbols].every((symbol) => view.futures.prices.get(symbol)?.isFresh)
  const text = (atoms: bigint) => formatUnits(atoms, scaleOf(asset), { trim: true })
  const priced = (read: () => bigint): string | null => (isPriced ? text(read()) : null)
  const [equity, requirement] = [equityOf(state, group), requirementOf(state, group)]
  const pnl = () =>
    group.positions.reduce((sum, { symbol, lots, cost }) => {
      const { terms } = contractOf(state, symbol)
      return sum + valueOf(terms, lots, view.futures.prices.get(symbol)?.mark ?? 0) - cost
    }, 0n)
  const initial = symbols
    .filter((symbol) => settingsOf(account, symbol).marginMode === 'cross')
    .reduce((sum, symbol) => sum + symbolRisk(state, account, { symbol }).initial, 0n)
  return {
    marginCoin: asset,
    balance: text(walletOf(state, group)),
    equity: priced(() => equity),
    unrealisedPnl: priced(pnl),
    initialMargin: text(initial),
    isolatedMargin: text(isolated.reduce((sum, each) => sum + walletOf(state, each), 0n)),
    requirement: priced(() => requirement),
    marginRatio: isPriced ? ratioText(requirement, equity) : null,
    available: priced(() => larger(0n, availableOf(state, account, { asset }))),
    transferable: priced(() => mayLeave(state, account, asset)),
  }
}

export const walletViews = (view: ExchangeView, trader: Trader): FuturesWallet[] =>
  MARGIN_ASSETS.map((asset) => walletView(view, trader, asset))

/** How an account trades a contract, by the contract's id. */
export function settingsView(
  view: ExchangeView,
  trader: Trader,
  { id, symbol }: { readonly id: string; readonly symbol: string },
): ContractSettings {
  const settings = settingsOf(accountAsIs(view, trader), id)
  return { symbol, ...settingsFields(settings) }
}

const settingsFields = (settings: SymbolSettings): Omit<ContractSettings, 'symbol'> => ({
  marginMode: settings.marginMode === 'isolated' ? 1 : 2,
  longLeverage: leverageOf(settings, 'long'),
  shortLeverage: leverageOf(settings, 'short'),
  autoMargin: (settings.autoMargin ?? []).length > 0,
})

export function accountView(
  view: ExchangeView,
  trader: Trader,
  { makerPpm, takerPpm }: FeeRates,
): FuturesAccount {
  const account = accountAsIs(view, trader)
  return {
    wallets: walletViews(view, trader),
    positionMode: account.mode === 'two_way' ? 2 : 1,
    contracts: [...account.settings].map(([id, settings]) => ({
      symbol: contractNamed(id.slice(id.indexOf('/') + 1)).symbol,
      ...settingsFields(settings),
    })),
    makerFeeRate: formatUnits(BigInt(makerPpm), 6, { trim: true }),
    takerFeeRate: formatUnits(BigInt(takerPpm), 6, { trim: true }),
  }
}
