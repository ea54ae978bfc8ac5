import { formatUnits } from '@x/decimal'
import type { Realm } from '../accounts/accounts.ts'
import { parseOwner } from '../accounts/owner.ts'
import type { Entry, LedgerTransaction } from '../accounts/posting.ts'
import { CONTRACTS } from '../instruments/contracts.ts'
import type { Effects } from '../state/effects.ts'
import type { FuturesRecords } from '../state/futuresRecords.ts'

/** Whose wallet an owner is: the cross wallet of a user, or the margin of one position. */
interface Side {
  readonly userId: string
  readonly symbol?: string
}

/** `undefined` for an owner that is no futures wallet of a user. */
function walletOf(owner: string): Side | undefined {
  if (!owner.startsWith('user:') || !owner.includes('/futures')) return undefined
  const parsed = parseOwner(owner)
  if (parsed.kind !== 'user' || parsed.type !== 'futures') return undefined
  return 'symbol' in parsed
    ? { userId: parsed.userId, symbol: parsed.symbol }
    : { userId: parsed.userId }
}

/** What a change of a wallet is called (futures 11). */
function kindOf(
  transaction: LedgerTransaction['kind'],
  { entry, isIn }: { readonly entry: Entry['kind']; readonly isIn: boolean },
): string {
  if (transaction === 'reset' || transaction === 'grant') return transaction
  switch (entry) {
    case 'fee':
    case 'funding':
      return entry
    case 'result':
      return transaction === 'adl' ? 'adl' : 'realised_pnl'
    case 'settle':
      return 'settling'
    case 'margin':
      return isIn ? 'margin_in' : 'margin_out'
    case 'liquidation':
      return 'liquidation_fee'
    case 'shortage':
      return 'fund_payment'
    default:
      return isIn ? 'transfer_in' : 'transfer_out'
  }
}

const CLEARING = 'clearing:'

/** The contract of a transaction whose entries do not name one. */
function symbolOf({ futures, records }: Effects, { scope, key }: LedgerTransaction): string | null {
  if (scope !== 'futures_trade') return records?.funding?.symbol ?? null
  return futures?.fills.find(({ tradeId }) => String(tradeId) === key)?.order.symbol ?? null
}

/** The changes of futures wallets of users, a row for each; margin counts from the cross wallet. */
export function billRows(effects: Effects, seq: number): object[] {
  return effects.transactions.flatMap((transaction, part) => {
    let named: string | null | undefined
    return transaction.entries.flatMap(({ kind: entry, debit, credit, amount }, line) => {
      const [from, to] = [walletOf(debit.owner), walletOf(credit.owner)]
      const own = to ?? from
      if (!own) return []
      const isIn = from && to ? to.symbol === undefined : to !== undefined
      const clearing = [debit.owner, credit.owner].find((each) => each.startsWith(CLEARING))
      const symbol =
        from?.symbol ??
        to?.symbol ??
        clearing?.slice(CLEARING.length) ??
        (named ??= symbolOf(effects, transaction))
      return [
        {
          seq,
          part,
          line,
          realm: debit.realm,
          user_id: own.userId,
          asset: debit.asset,
          kind: kindOf(transaction.kind, { entry, isIn }),
          amount: String(isIn ? amount : -amount),
          symbol,
          reference: transaction.key,
          at: effects.at,
        },
      ]
    })
  })
}

/** What funding one account got of one payment, below zero paid, in atoms. */
export interface FundingBill {
  readonly realm: Realm
  readonly userId: string
  readonly asset: string
  readonly symbol: string | null
  readonly isIsolated: boolean
  readonly amount: bigint
}

/** The funding of a record, one for each position. */
export function fundingBills({ transactions, records }: Effects): FundingBill[] {
  return transactions
    .filter(({ kind }) => kind === 'funding')
    .flatMap(({ entries }) =>
      entries.flatMap(({ kind, debit, credit, amount }) => {
        if (kind !== 'funding') return []
        const to = walletOf(credit.owner)
        const own = to ?? walletOf(debit.owner)
        if (!own) return []
        const { userId, symbol } = own
        return [
          {
            realm: debit.realm,
            userId,
            asset: debit.asset,
            symbol: symbol ?? records?.funding?.symbol ?? null,
            isIsolated: symbol !== undefined,
            amount: to ? amount : -amount,
          },
        ]
      }),
    )
}

/**
 * The prices of a moment as the price log hashes them: the time, then symbol, mark and index of
 * each contract; a mark of 0 is none.
 */
export const priceLine = (rows: NonNullable<FuturesRecords['prices']>, at: number): string =>
  [
    String(at),
    ...rows.map(([id, mark, index]) => {
      const contract = CONTRACTS.find((each) => each.id === id)
      const text = (ticks: number) => formatUnits(BigInt(ticks), contract?.pricePlace ?? 0)
      return `${contract?.symbol ?? id},${text(mark)},${text(index)}`
    }),
  ].join('|')
