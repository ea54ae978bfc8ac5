import { FEES } from '../accounts/owner.ts'
import type { Entry } from '../accounts/posting.ts'
import { valueOf } from '../instruments/contractTerms.ts'
import { divideDown, divideUp } from '../instruments/rounding.ts'
import type { FundingCommand } from '../state/futuresCommand.ts'
import type { EffectLog } from '../state/effects.ts'
import type { FuturesPosition } from '../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import { groupOf, walletAccount } from './margin.ts'
import { nextPosting, pay, payFrom } from './purse.ts'

/** Accounts in one part of a funding (futures 5). */
export const FUNDING_PART = 1_000
/** A rate counts in parts of this: 0.01 % is 10,000. */
export const FUNDING_SCALE = 100_000_000n

/** How many parts the funding of a realm has now. */
export const fundingParts = ({ futures }: Pick<ExchangeState, 'futures'>): number =>
  Math.max(1, Math.ceil(futures.accounts.size / FUNDING_PART))

/**
 * Pays d·q·mark·rate between the positions of a symbol, for one part of the accounts: the payer's
 * amount is rounded up, the receiver's down, and the rest is a fee (futures 5).
 */
export function payFunding(
  state: ExchangeState,
  log: EffectLog,
  { symbol, rate, mark, part }: FundingCommand,
): void {
  const { terms } = contractOf(state, symbol)
  const accounts = [...state.futures.accounts.values()].slice(
    part * FUNDING_PART,
    (part + 1) * FUNDING_PART,
  )
  for (const realm of ['live', 'paper'] as const) {
    const entries: Entry[] = []
    for (const account of accounts) {
      if (account.realm !== realm) continue
      for (const position of account.positions.values())
        if (position.symbol === symbol) {
          const value = valueOf(terms, position.lots, mark)
          const due = (terms.isInverse ? -value : value) * BigInt(rate)
          entries.push(...payOne(state, log, { position, due }))
        }
    }
    if (entries.length === 0) continue
    const key = nextPosting(state)
    log.transactions.push({ realm, kind: 'funding', scope: 'futures', key, entries })
  }
}

/** `due`: what the position owes, in parts of an atom; below zero it receives. */
function payOne(
  state: ExchangeState,
  log: EffectLog,
  { position, due }: { readonly position: FuturesPosition; readonly due: bigint },
): Entry[] {
  if (due === 0n) return []
  const account = state.futures.accounts.get(`${position.realm}:${position.userId}`)
  if (!account) return []
  const group = groupOf(state, account, position)
  const fees = state.accounts.of(position.realm, FEES, group.asset)
  const isPayer = due > 0n
  const amount = isPayer ? divideUp(due, FUNDING_SCALE) : divideDown(-due, FUNDING_SCALE)
  if (amount === 0n) return []
  position.funding += isPayer ? amount : -amount
  position.updatedAt = log.at
  log.touchPosition(position)
  if (isPayer)
    return payFrom(state, log, {
      group,
      to: fees,
      amount,
      kind: 'funding',
      symbol: position.symbol,
    })
  return pay(log, 'funding', { from: fees, to: walletAccount(state, group), amount })
}
