import type { MarginAccount as MarginAccountView, MarginLoan, MarginRate } from '@x/api'
import { formatUnits } from '@x/decimal'
import { isPriced, levelOf, levelsOf, owedOf, worthOf } from '../../exchange/funds/marginLevel.ts'
import {
  collateralRate,
  DAILY_RATES,
  loanLimit,
  MARGIN_ASSETS,
} from '../../exchange/instruments/marginTerms.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { debtOwner, marginOwner, type MarginAccount } from '../../exchange/state/marginState.ts'
import type { StoredLoan } from './queries.ts'

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
  const level = isPriced(state, account, at) ? levelOf(worthOf(state, account)) : undefined
  const assets = [...new Set([...own, ...debts].map(({ asset }) => asset))].toSorted()
  return {
    symbol: account.symbol ?? null,
    leverage: account.leverage,
    level: level === undefined ? null : levelText(level),
    borrowLevel: levelText(borrow),
    callLevel: levelText(call),
    liquidationLevel: levelText(liquidation),
    isLiquidating: account.isLiquidating,
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

/** The terms of loans in every asset of cross accounts. */
export const rateViews = (): MarginRate[] =>
  MARGIN_ASSETS.map((asset) => ({
    asset,
    dailyRate: formatUnits(BigInt(DAILY_RATES[asset] ?? 0), 10, { trim: true }),
    collateralRate: formatUnits(collateralRate(asset), 2, { trim: true }),
    limit: loanLimit({ asset, leverage: 3, vipLevel: 0 })?.amount ?? '0',
  }))
