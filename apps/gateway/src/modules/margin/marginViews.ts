import type {
  MarginAccount as MarginAccountView,
  MarginLiquidation,
  MarginLoan,
  MarginRate,
  MarginTier,
} from '@x/api'
import { formatUnits } from '@x/decimal'
import {
  isPriced,
  levelOf,
  levelsOf,
  linesOf,
  ONE_USDT,
  owedOf,
  valueOf,
  worthOf,
} from '../../exchange/funds/marginLevel.ts'
import {
  collateralRate,
  DAILY_RATES,
  INDEX_PRICE_SCALE,
  ISOLATED_TIERS,
  LEVEL_UNIT,
  loanLimit,
  MARGIN_ASSETS,
  MARGIN_PAIRS,
} from '../../exchange/instruments/marginTerms.ts'
import { requireSymbol, scaleOf } from '../../exchange/instruments/symbols.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { debtOwner, marginOwner, type MarginAccount } from '../../exchange/state/marginState.ts'
import { loanLimitAtoms } from './ports/loanLimits.ts'
import type { StoredLoan, StoredStep } from './queries.ts'

const amountText = (asset: string, atoms: bigint): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })
const levelText = (parts: bigint | number): string => formatUnits(BigInt(parts), 4, { trim: true })

/** A margin account as its user sees it. */
export function marginAccountView(
  state: ExchangeView,
  account: Readonly<MarginAccount>,
  at: number,
): MarginAccountView {
  const { borrow, call, liquidation } = levelsOf(account)
  const own = state.accounts.ownedBy(account.realm, marginOwner(account))
  const debts = state.accounts.ownedBy(account.realm, debtOwner(account))
  const hasPrices = isPriced(state, account, at)
  const level = hasPrices ? levelOf(worthOf(state, account)) : undefined
  /** Rounded down to whole cents, as a valuation is. */
  const worth = (of: readonly { readonly asset: string; readonly balance: bigint }[]) => {
    const values = of.map(({ asset, balance }) => valueOf(state, { asset, atoms: balance }))
    const sum = values.reduce((total, value) => total + value, 0n)
    return formatUnits(((sum < 0n ? -sum : sum) * 100n) / ONE_USDT, 2)
  }
  const lines = linesOf(state, account)
  const named = [...own, ...debts].map(({ asset }) => asset)
  const assets = [...new Set([...named, ...lines.keys()])].toSorted()
  return {
    symbol: account.symbol ?? null,
    leverage: account.leverage,
    level: level === undefined ? null : levelText(level),
    borrowLevel: levelText(borrow),
    callLevel: levelText(call),
    liquidationLevel: levelText(liquidation),
    isLiquidating: account.isLiquidating,
    assetsValue: hasPrices ? worth(own) : null,
    debtsValue: hasPrices ? worth(debts) : null,
    assets: assets.map((asset) => {
      const found = own.find((each) => each.asset === asset)
      const [balance, held] = [found?.balance ?? 0n, found?.held ?? 0n]
      const interest = account.loans.get(asset)?.interest ?? 0n
      const text = (atoms: bigint) => amountText(asset, atoms)
      return {
        asset,
        balance: text(balance),
        available: text(balance - held),
        principal: text(owedOf(state, account, asset) - interest),
        interest: text(interest),
        reserved: text(lines.get(asset) ?? 0n),
      }
    }),
  }
}

export const loanView = ({ asset, ...loan }: StoredLoan): MarginLoan => ({
  loanId: String(loan.loan_id),
  symbol: loan.symbol === '' ? null : loan.symbol,
  asset,
  kind: loan.kind,
  amount: amountText(asset, BigInt(loan.amount)),
  interest: amountText(asset, BigInt(loan.interest)),
  fee: amountText(asset, BigInt(loan.fee)),
  principalAfter: amountText(asset, BigInt(loan.principal_after)),
  interestAfter: amountText(asset, BigInt(loan.interest_after)),
  createdAt: Number(loan.at),
})

export const stepView = (row: StoredStep): MarginLiquidation => ({
  stepId: String(row.step_id),
  symbol: row.symbol === '' ? null : row.symbol,
  step: row.step,
  level: levelText((BigInt(row.assets) * LEVEL_UNIT) / BigInt(row.debts)),
  orderId: row.order_id === null ? null : String(row.order_id),
  prices: row.prices.map(([asset, price]) => ({
    asset,
    price: formatUnits(BigInt(price), INDEX_PRICE_SCALE, { trim: true }),
  })),
  createdAt: Number(row.at),
})

/** Levels and limits of isolated accounts, by pair, the largest leverage first. */
export const tierViews = (): MarginTier[] =>
  MARGIN_PAIRS.flatMap((symbol) =>
    ISOLATED_TIERS.map(({ leverage, borrow, call, liquidation }) => {
      const limit = (asset: string) =>
        amountText(asset, BigInt(loanLimitAtoms({ symbol, asset, leverage, vipLevel: 0 })))
      const { base, quote } = requireSymbol(symbol)
      return {
        symbol,
        leverage,
        borrowLevel: levelText(borrow),
        callLevel: levelText(call),
        liquidationLevel: levelText(liquidation),
        baseLimit: limit(base),
        quoteLimit: limit(quote),
      }
    }),
  )

/** The terms of loans in every asset of cross accounts. */
export const rateViews = (): MarginRate[] =>
  MARGIN_ASSETS.map((asset) => ({
    asset,
    dailyRate: formatUnits(BigInt(DAILY_RATES[asset] ?? 0), 10, { trim: true }),
    collateralRate: formatUnits(collateralRate(asset), 2, { trim: true }),
    limit: loanLimit({ asset, leverage: 3, vipLevel: 0 })?.amount ?? '0',
    decimals: scaleOf(asset),
  }))
