import { createCopyBatch, type CopyBatch } from './copyBatch.ts'
import { createDepositsBatch, type DepositsBatch } from './depositsBatch.ts'
import { createFuturesBatch, type FuturesBatch, type OrderRequestRow } from './futuresBatch.ts'
import { createMarginBatch, type MarginBatch } from './marginBatch.ts'
import { createProductBatch, type ProductBatch } from './productBatch.ts'
import { createPaymentBatch, type PaymentBatch } from './paymentBatch.ts'
import { createP2pBatch, type P2pBatch } from './p2pBatch.ts'
import { createWithdrawalBatch } from './withdrawalBatch.ts'
import type { Effects, Transfer } from '../state/effects.ts'
import { isOpen, type DoneFill, type SpotOrder } from '../state/order.ts'
import type { Account } from '../accounts/accounts.ts'
import { mayGoNegative } from '../accounts/owner.ts'
import type { LedgerTransaction } from '../accounts/posting.ts'

/** What one journal record did. */
export interface Settleable {
  readonly seq: number
  readonly effects: Effects
}

/**
 * The argument of the SQL function `ledger_settle`: names as in its record lists, amounts as text.
 */
export interface SettlementBatch {
  readonly after: number
  readonly through: number
  /** Of the gateway that settles it: the ledger takes the current one only. */
  readonly epoch: number
  readonly accounts: readonly object[]
  readonly transactions: readonly object[]
  readonly entries: readonly object[]
  readonly holds: readonly object[]
  readonly orders: readonly object[]
  readonly fills: readonly object[]
  readonly transfers: readonly object[]
  readonly keys: readonly object[]
  /** Absent where no record concerned futures. */
  readonly futures?: FuturesBatch
  /** Absent where no record concerned withdrawals. */
  readonly withdrawals?: readonly object[]
  /** Absent where no record concerned deposits. */
  readonly deposits?: DepositsBatch
  /** Absent where no record concerned earn or red packets. */
  readonly products?: ProductBatch
  /** Absent where no record concerned P2P trading. */
  readonly p2p?: P2pBatch
  /** Absent where no record was a conversion or a payment. */
  readonly payments?: PaymentBatch
  /** Absent where no record concerned copy trading. */
  readonly copy?: CopyBatch
  /** Absent where no record concerned margin accounts. */
  readonly margin?: MarginBatch
}

export interface BatchRange {
  readonly after: number
  readonly through: number
  /** Default 0: a database that never had a lease. */
  readonly epoch?: number
}

/**
 * Joins records into one batch. Of an order or hold that several records touched, the last state
 * counts.
 */
export function createBatch(records: readonly Settleable[], range: BatchRange): SettlementBatch {
  const accounts = new Map<string, object>()
  const orders = new Map<number, object>()
  const holds = new Map<string, object>()
  const requests = new Map<number, OrderRequestRow>()
  const keys: object[] = []
  const parts: Record<'transactions' | 'entries' | 'fills' | 'transfers', object[]> = {
    transactions: [],
    entries: [],
    fills: [],
    transfers: [],
  }
  const futures = createFuturesBatch()
  const withdrawals = createWithdrawalBatch()
  const deposits = createDepositsBatch()
  const products = createProductBatch()
  const p2p = createP2pBatch()
  const payments = createPaymentBatch()
  const copy = createCopyBatch()
  const margin = createMarginBatch()
  const name = ({ realm, owner, asset }: Omit<Account, 'balance' | 'held'>) => {
    accounts.set(`${realm} ${owner} ${asset}`, { realm, owner, asset, free: mayGoNegative(owner) })
  }

  for (const { seq, effects } of records) {
    effects.accounts.forEach(name)
    const partOf = new Map<string, number>()
    effects.transactions.forEach((transaction, part) => {
      partOf.set(`${transaction.scope} ${transaction.key}`, part)
      parts.transactions.push(transactionRow(transaction, { seq, part, at: effects.at }))
      transaction.entries.forEach((entry, line) => {
        name(entry.debit)
        name(entry.credit)
        parts.entries.push(entryRow(entry, { seq, part, line }))
      })
    })
    noteRequests(effects, { seq, requests, keys })
    for (const order of effects.orders)
      orders.set(order.id, orderRow(order, { seq, request: requests.get(order.id) }))
    futures.add(effects, { seq, partOf, requests })
    withdrawals.add(effects, { seq })
    deposits.add(effects)
    products.add(effects, { seq })
    p2p.add(effects, { seq })
    payments.add(effects)
    copy.add(effects, { seq })
    margin.add(effects, { seq, partOf })
    for (const hold of effects.holds) {
      name(hold)
      holds.set(`${hold.scope} ${hold.ref}`, holdRow(hold))
    }
    for (const fill of effects.fills)
      parts.fills.push(fillRow(fill, { seq, part: partOf.get(`trade ${fill.tradeId}`) }))
    for (const transfer of effects.transfers) {
      const part = partOf.get(`transfer ${transfer.id}`)
      parts.transfers.push(transferRow(transfer, { seq, part }))
    }
  }
  return {
    epoch: 0,
    ...range,
    accounts: [...accounts.values()],
    orders: [...orders.values()],
    holds: [...holds.values()],
    keys,
    ...parts,
    ...futures.finish(),
    ...withdrawals.finish(),
    ...deposits.finish(),
    ...products.finish(),
    ...p2p.finish(),
    ...payments.finish(),
    ...copy.finish(),
    ...margin.finish(),
  }
}

/** How orders came about, and the keys of what is no order. */
function noteRequests(
  { at, keys = [], rested = [] }: Effects,
  to: {
    readonly seq: number
    readonly requests: Map<number, OrderRequestRow>
    readonly keys: object[]
  },
): void {
  for (const { key, digest, answer } of keys) {
    if (answer) to.requests.set(Number(answer.orderId), { digest, answered: answer.status })
    else to.keys.push({ key, digest, at })
  }
  for (const orderId of rested)
    to.requests.set(orderId, { ...to.requests.get(orderId), rank: to.seq })
}

function entryRow(
  { kind, debit, credit, amount }: LedgerTransaction['entries'][number],
  { seq, part, line }: { readonly seq: number; readonly part: number; readonly line: number },
): object {
  return {
    seq,
    part,
    line,
    realm: debit.realm,
    asset: debit.asset,
    kind,
    debit: debit.owner,
    credit: credit.owner,
    amount: String(amount),
  }
}

const holdRow = ({
  scope,
  ref,
  realm,
  owner,
  asset,
  amount,
}: Effects['holds'][number]): object => ({
  scope,
  ref,
  realm,
  owner,
  asset,
  amount: String(amount),
})

function transactionRow(
  { realm, kind, scope, key }: LedgerTransaction,
  where: { seq: number; part: number; at: number },
): object {
  return { ...where, realm, kind, scope, key }
}

function orderRow(
  order: Readonly<SpotOrder>,
  { seq, request }: { readonly seq: number; readonly request: OrderRequestRow | undefined },
): object {
  return {
    order_id: order.id,
    realm: order.realm,
    user_id: order.userId,
    client_oid: order.clientOid,
    symbol: order.symbol,
    side: order.side,
    order_type: order.orderType,
    time_in_force: order.timeInForce,
    ticks: order.ticks,
    lots: order.lots,
    budget: order.budget,
    filled_lots: order.filledLots,
    filled_tick_lots: String(order.filledTickLots),
    fee: String(order.fee),
    status: order.status,
    season: order.season,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    closed_seq: isOpen(order) ? null : seq,
    account: order.account ?? null,
    loan: order.loan ?? null,
    legs: legsOf(order),
    open_terms: isOpen(order) ? openTermsOf(order, request?.rank) : null,
    digest: request?.digest ?? null,
    answered: request?.answered ?? null,
    owner: order.owner ?? null,
  }
}

/** What only an open order needs, and no other column has. */
export interface OpenTerms extends Pick<
  SpotOrder,
  'prevention' | 'makerPpm' | 'takerPpm' | 'queueAhead' | 'exit' | 'covered'
> {
  /** The record with which it took its place in the live book. */
  readonly rank?: number
}

export function openTermsOf(
  { prevention, makerPpm, takerPpm, queueAhead, exit, covered }: Readonly<SpotOrder>,
  rank: number | undefined,
): OpenTerms {
  return {
    prevention,
    makerPpm,
    takerPpm,
    queueAhead,
    ...(exit === undefined ? {} : { exit }),
    ...(covered === undefined ? {} : { covered }),
    ...(rank === undefined ? {} : { rank }),
  }
}

function fillRow(
  { id, tradeId, order, ticks, lots, quote, fee, role, status, at, frictions }: DoneFill,
  where: { seq: number; part: number | undefined },
): object {
  return {
    fill_id: id,
    trade_id: tradeId,
    ...where,
    order_id: order.id,
    realm: order.realm,
    user_id: order.userId,
    ticks,
    lots,
    quote: String(quote),
    fee: String(fee),
    role,
    status,
    at,
    spread: frictions ? String(frictions.spread) : null,
    impact: frictions ? String(frictions.impact) : null,
    latency: frictions?.latency === undefined ? null : String(frictions.latency),
    latency_ms: frictions?.latencyMs ?? null,
  }
}

function transferRow(
  { id, askedBy, clientOid, fromUserId, toUserId, asset, amount, leftBehind, at }: Transfer,
  where: { seq: number; part: number | undefined },
): object {
  return {
    transfer_id: id,
    ...where,
    asset,
    amount: String(amount),
    from_user: fromUserId,
    to_user: toUserId,
    asked_by: askedBy,
    client_oid: clientOid,
    left_behind: String(leftBehind),
    at,
  }
}

/** Kept as one document: no query asks for a part of it. Plain orders have none. */
function legsOf({
  triggers,
  exits,
  atMarket,
  firedAt,
  parent,
  list,
  phase,
}: Readonly<SpotOrder>): object | null {
  return triggers || exits || list
    ? { triggers, exits, atMarket, firedAt, parent, list, phase }
    : null
}
