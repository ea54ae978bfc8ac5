import { available } from '../accounts/accounts.ts'
import { marginAccountAsIs } from '../state/marginState.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { larger, smaller } from '../instruments/rounding.ts'
import { borrows, ownerOf, spentAsset, type SpotOrder } from '../state/order.ts'
import { POOL, refuseLoan } from './loans.ts'
import { isMarginDue } from './marginLevel.ts'
import { accountOf, spendableBy } from './orderAccounts.ts'
import type { ExchangeState, Pair } from '../state/state.ts'

interface HoldChange {
  readonly order: SpotOrder
  readonly pair: Pair
  readonly amount: bigint
}

/** What an order keeps back in its account and reserves in the pool. */
export const heldBy = ({ held, line }: Pick<SpotOrder, 'held' | 'line'>): bigint =>
  line === undefined ? held : held + line

/**
 * Why an order cannot have the funds it needs; `undefined`: it can. An order that borrows may need
 * more than its account has, within the limit, the pool and the level (futures 7).
 */
export function refuseFunds(
  state: ExchangeState,
  {
    order,
    pair,
    needed,
    limit,
    at,
  }: {
    readonly order: Pick<
      SpotOrder,
      'realm' | 'userId' | 'symbol' | 'side' | 'owner' | 'account' | 'loan'
    >
    readonly pair: Pair
    readonly needed: bigint | undefined
    readonly limit?: string | undefined
    readonly at: number
  },
): { readonly refused: Refusal } | undefined {
  const { realm, userId, symbol } = order
  const asset = spentAsset(order, pair.instrument)
  const free = spendableBy(state.accounts, order, asset)
  if (order.account !== undefined) {
    const names = { realm, userId, ...(order.account === 'isolated' ? { symbol } : {}) }
    const account = marginAccountAsIs(state.margin, names)
    if (account.isLiquidating || isMarginDue(state, account, at)) return refuse('being-liquidated')
    if (needed !== undefined && needed > free && borrows(order))
      return refuseLoan(state, { account, asset, amount: needed - free, limit, at })
  }
  return needed === undefined || needed > free ? refuse('balance', { asset }) : undefined
}

/**
 * Keeps back `amount` of what the order spends; what its account lacks is reserved in the pool for
 * an order that borrows. Below zero: gives back.
 */
export function placeHold(state: ExchangeState, log: EffectLog, change: HoldChange): void {
  const { order, pair, amount } = change
  if (amount < 0n) return void releaseHold(state, log, { order, pair, amount: -amount })
  if (!borrows(order)) return moveHold(state, log, change)
  const asset = spentAsset(order, pair.instrument)
  const free = available(accountOf(state.accounts, order, asset))
  const own = smaller(larger(free, 0n), amount)
  moveHold(state, log, { order, pair, amount: own })
  moveLine(state, log, { order, pair, amount: amount - own })
}

/**
 * Gives back a part of what the order keeps back, its own funds first; answers what it gave back to
 * the pool.
 * @throws RangeError for more than it holds
 */
export function releaseHold(state: ExchangeState, log: EffectLog, change: HoldChange): bigint {
  const { order, pair, amount } = change
  if (amount > heldBy(order)) throw new RangeError('An order cannot release more than it holds.')
  const own = smaller(amount, order.held)
  moveHold(state, log, { order, pair, amount: -own })
  if (own === amount) return 0n
  moveLine(state, log, { order, pair, amount: own - amount })
  return amount - own
}

function moveHold(state: ExchangeState, log: EffectLog, { order, pair, amount }: HoldChange): void {
  const asset = spentAsset(order, pair.instrument)
  const account = accountOf(state.accounts, order, asset)
  account.held += amount
  order.held += amount
  log.touchAccount(account)
  if (amount === 0n) return
  const { realm, owner } = account
  log.setHold({ scope: 'order', ref: String(order.id), realm, owner, asset, amount: order.held })
}

function moveLine(state: ExchangeState, log: EffectLog, { order, pair, amount }: HoldChange): void {
  if (amount === 0n) return
  const { realm } = order
  const asset = spentAsset(order, pair.instrument)
  state.accounts.of(realm, POOL, asset).held += amount
  const line = (order.line ?? 0n) + amount
  if (line === 0n) delete order.line
  else order.line = line
  state.orderLines.add({ realm, owner: ownerOf(order), asset, amount })
  const ref = `${order.id}:line`
  log.setHold({ scope: 'order', ref, realm, owner: POOL, asset, amount: line })
}

/** Ends an order: what it still holds goes back to its owner. */
export function closeOrder(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, status }: { order: SpotOrder; pair: Pair; status: 'filled' | 'cancelled' },
): void {
  releaseHold(state, log, { order, pair, amount: heldBy(order) })
  order.status = status
  order.updatedAt = log.at
  log.touchOrder(order)
  state.dropOrder(order)
}
