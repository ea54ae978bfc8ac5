import type { Sql } from '../ports/Sql.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import type { BookDump } from '../matching/bookDump.ts'
import { BUY, SELL } from '../matching/command.ts'
import { DAY_MS } from '../paper/paperFunds.ts'
import type { Realm, AccountDump } from '../accounts/accounts.ts'
import { futuresFromLedger, futuresKeys, lastFuturesNumbers } from './futuresFromLedger.ts'
import { grantKey } from '../funds/grants.ts'
import { KEY_MEMORY_MS, type KeyDump } from '../state/keys.ts'
import { leftLots, type SpotOrder } from '../state/order.ts'
import { dumpOrder, orderKey, type PaperAccount, type StateDump } from '../state/state.ts'
import { transferDigest, transferKey } from '../funds/transfer.ts'
import { orderFromRow, type StoredOrder } from '../ledger/storedOrders.ts'
import { spotFeeRates } from '../accounts/fee.ts'
import { copyFromLedger, copyKeys, lastCopyNumbers } from './copyFromLedger.ts'
import { depositsFromLedger } from './depositsFromLedger.ts'
import type { OpenTerms } from '../ledger/batch.ts'
import { lastPaymentNumbers, paymentKeys } from './paymentsFromLedger.ts'
import { lastP2pNumbers, p2pFromLedger, p2pKeys } from './p2pFromLedger.ts'
import { lastMarginNumbers, marginFromLedger, marginKeys } from './marginFromLedger.ts'
import { lastProductNumbers, productKeys, productsFromLedger } from './productsFromLedger.ts'
import { withdrawalKeys, withdrawalsFromLedger } from './withdrawalsFromLedger.ts'

/**
 * Added to every number that comes next: those above the ledger's largest may have been given to
 * orders that were acknowledged and lost with the journal. Orders of the market makers take numbers
 * as well and leave none in the ledger: at a thousand a second this is what eleven days without a
 * customer's order take.
 */
const NUMBERS_LEFT_OUT = 1_000_000_000

interface OpenOrder {
  readonly order: SpotOrder
  readonly rank: number
}

/**
 * The trading state as the ledger has it: balances, holds, open orders with their legs and their
 * places in the books, paper accounts, and the idempotency keys of a day. Nothing of the market
 * makers is in the ledger; their orders come anew.
 */
export async function stateFromLedger(
  db: Sql,
  { instruments, now }: { readonly instruments: readonly Instrument[]; readonly now: number },
): Promise<StateDump> {
  const open = await openOrders(db)
  const futures = await futuresFromLedger(db)
  const withdrawals = await withdrawalsFromLedger(db, { now })
  const deposits = await depositsFromLedger(db)
  const products = await productsFromLedger(db)
  const p2p = await p2pFromLedger(db, { now })
  const copy = await copyFromLedger(db)
  const margin = await marginFromLedger(db)
  const resting = open
    .filter(
      ({ order }) => order.realm === 'live' && order.status !== 'waiting' && leftLots(order) > 0,
    )
    .sort((a, b) => a.rank - b.rank || a.order.id - b.order.id)
  const parties = new Map(
    [...new Set([...resting.map(({ order }) => order.userId), ...futures.users])].map(
      (userId, at) => [userId, at + 1],
    ),
  )
  return {
    version: 1,
    next: await nextNumbers(db),
    accounts: await accounts(db),
    books: Object.fromEntries(
      instruments.map(({ id, product }) => [
        id,
        product === 'spot'
          ? dumpBook(
              resting.filter(({ order }) => order.symbol === id),
              parties,
            )
          : futures.bookOf(id, parties),
      ]),
    ),
    orders: open.map(({ order }) => dumpOrder(order)),
    owners: [...parties],
    house: [],
    keys: await keys(db, { since: now - KEY_MEMORY_MS }),
    grants: (
      await db.query<{ realm: Realm; key: string }>(
        'select realm, idempotency_key as key from ledger_transaction where scope = ' +
          "'grant' order by seq, part",
      )
    ).map(grantKey),
    paper: await paperAccounts(db),
    ...(futures.rows.length > 0 ? { futures: futures.rows } : {}),
    ...(withdrawals.length > 0 ? { withdrawals } : {}),
    ...(deposits.length > 0 ? { deposits } : {}),
    ...(products.length > 0 ? { products } : {}),
    ...(p2p.length > 0 ? { p2p } : {}),
    ...(copy.length > 0 ? { copy } : {}),
    ...(margin.length > 0 ? { margin } : {}),
  }
}

const dumpBook = (
  resting: readonly OpenOrder[],
  parties: ReadonlyMap<string, number>,
): BookDump => ({
  nextSeq: 1,
  orders: resting.map(
    ({ order }) =>
      [
        order.id,
        parties.get(order.userId)!,
        order.side === 'buy' ? BUY : SELL,
        order.ticks,
        leftLots(order),
      ] as const,
  ),
})

async function openOrders(db: Sql): Promise<OpenOrder[]> {
  const rows = await db.query<
    StoredOrder & {
      readonly realm: Realm
      readonly user_id: string
      readonly open_terms: OpenTerms | null
      readonly held: string
      readonly line: string | null
    }
  >(
    `select o.*, coalesce(h.amount, 0)::text as held, l.amount::text as line from spot_order o
       left join ledger_hold h on h.scope = 'order' and h.ref = o.order_id::text
       left join ledger_hold l on l.scope = 'order' and l.ref = o.order_id || ':line'
      where o.closed_seq is null order by o.order_id`,
  )
  return rows.map((row) => {
    const { season, ...stored } = orderFromRow(row)
    // Of an order from before the ledger had its terms: those of an account without a level.
    const { rank = 0, ...terms } = row.open_terms ?? {
      prevention: 'taker' as const,
      queueAhead: 0,
      ...spotFeeRates(0),
    }
    return {
      rank,
      order: {
        product: 'spot',
        ...stored,
        ...terms,
        realm: row.realm,
        userId: row.user_id,
        season: season ?? 0,
        held: BigInt(row.held),
        ...(row.line === null ? {} : { line: BigInt(row.line) }),
      },
    }
  })
}

async function nextNumbers(db: Sql): Promise<StateDump['next']> {
  const [last] = await db.query<
    Record<'order' | 'trade' | 'fill' | 'transfer' | 'withdrawal' | 'claim', bigint | null>
  >(
    `select (select max(order_id) from spot_order) as "order", (select max(trade_id)
      from spot_fill) as trade, (select max(fill_id) from spot_fill) as fill,
      (select max(transfer_id) from asset_transfer) as transfer,
      (select max(withdrawal_id) from withdrawal) as withdrawal,
      (select max(idempotency_key::bigint) from ledger_transaction where scope = 'claim') as claim`,
  )
  const { packet, earn, earnPosting } = await lastProductNumbers(db)
  const { p2pAdvert, p2pOrder } = await lastP2pNumbers(db)
  const { convert, send, swap } = await lastPaymentNumbers(db)
  const { loan, marginStep } = await lastMarginNumbers(db)
  const { posting, position, liquidation, ...futures } = await lastFuturesNumbers(db)
  const after = (...numbers: readonly (bigint | null | undefined)[]): number =>
    Math.max(...numbers.map((number) => Number(number ?? 0n))) + 1 + NUMBERS_LEFT_OUT
  return {
    order: after(last?.order, futures.order),
    trade: after(last?.trade, futures.trade),
    fill: after(last?.fill, futures.fill),
    transfer: after(last?.transfer),
    ...(last?.withdrawal ? { withdrawal: after(last.withdrawal) } : {}),
    ...(last?.claim ? { claim: after(last.claim) } : {}),
    ...(packet === null ? {} : { packet: after(packet) }),
    ...(earn === null ? {} : { earn: after(earn) }),
    ...(earnPosting === null ? {} : { earnPosting: after(earnPosting) }),
    ...(p2pAdvert === null ? {} : { p2pAdvert: after(p2pAdvert) }),
    ...(p2pOrder === null ? {} : { p2pOrder: after(p2pOrder) }),
    ...(convert === null ? {} : { convert: after(convert) }),
    ...(send === null ? {} : { send: after(send) }),
    ...(swap === null ? {} : { swap: after(swap) }),
    ...Object.fromEntries(
      Object.entries(await lastCopyNumbers(db))
        .filter(([, number]) => number !== null)
        .map(([name, number]) => [name, after(number)]),
    ),
    ...(loan === null ? {} : { loan: after(loan) }),
    ...(marginStep === null ? {} : { marginStep: after(marginStep) }),
    ...(posting === null ? {} : { posting: after(posting) }),
    ...(position === null ? {} : { position: after(position) }),
    ...(liquidation === null ? {} : { liquidation: after(liquidation) }),
  }
}

async function accounts(db: Sql): Promise<AccountDump> {
  const rows = await db.query<{
    realm: Realm
    owner: string
    asset: string
    balance: string
    held: string
  }>('select realm, owner, asset, balance, held from ledger_account order by id')
  return rows.map(
    ({ realm, owner, asset, balance, held }) => [realm, owner, asset, balance, held] as const,
  )
}

/**
 * In order of use. A request from before its digest was kept is refused when it comes again, rather
 * than run a second time.
 */
async function keys(db: Sql, options: { readonly since: number }): Promise<KeyDump> {
  const used: KeyDump = [
    ...(await orderKeys(db, options)),
    ...(await transferKeys(db, options)),
    ...(await topUpKeys(db, options)),
    ...(await withdrawalKeys(db, options)),
    ...(await productKeys(db, options)),
    ...(await p2pKeys(db, options)),
    ...(await paymentKeys(db, options)),
    ...(await copyKeys(db, options)),
    ...(await marginKeys(db, options)),
    ...(await futuresKeys(db, options)),
  ]
  return [...used].sort(([, , , a], [, , , b]) => a - b)
}

async function orderKeys(db: Sql, { since }: { readonly since: number }): Promise<KeyDump> {
  const orders = await db.query<{
    order_id: bigint
    realm: Realm
    user_id: string
    client_oid: string
    status: string
    digest: string | null
    answered: string | null
    created_at: bigint
  }>(
    `select order_id, realm, user_id, client_oid, status, digest, answered, created_at
      from spot_order
     where (created_at > $1 or closed_seq is null) and legs ->> 'parent' is null`,
    [since],
  )
  return orders.map((row) => {
    const { realm, user_id: userId, client_oid: clientOid } = row
    const answer = {
      orderId: String(row.order_id),
      clientOid,
      status: row.answered ?? row.status,
    }
    return [
      orderKey({ realm, userId, clientOid }),
      row.digest ?? '',
      answer,
      Number(row.created_at),
    ] as const
  })
}

async function transferKeys(db: Sql, { since }: { readonly since: number }): Promise<KeyDump> {
  const transfers = await db.query<{
    transfer_id: bigint
    asked_by: string
    client_oid: string
    from_user: string
    to_user: string
    asset: string
    amount: string
    at: bigint
  }>(
    'select transfer_id, asked_by, client_oid, from_user, to_user, asset, amount, at from ' +
      'asset_transfer where at > $1',
    [since],
  )
  return transfers.map((row) => {
    const { from_user: fromUserId, to_user: toUserId, asset, amount: atoms } = row
    return [
      transferKey({ askedBy: row.asked_by, clientOid: row.client_oid }),
      transferDigest({ fromUserId, toUserId, asset, atoms }),
      { transferId: String(row.transfer_id) },
      Number(row.at),
    ] as const
  })
}

async function topUpKeys(db: Sql, { since }: { readonly since: number }): Promise<KeyDump> {
  const topUps = await db.query<{ key: string; digest: string; at: bigint }>(
    'select key, digest, at from used_key where at > $1',
    [since],
  )
  return topUps.map(({ key, digest, at }) => [key, digest, null, Number(at)] as const)
}

/** Seasons and top-ups are transactions of the ledger, named after the user and their number. */
async function paperAccounts(db: Sql): Promise<StateDump['paper']> {
  const found = new Map<string, PaperAccount>()
  const seasons = await db.query<{ user_id: string; season: number }>(
    `select split_part(idempotency_key, ':', 1) as user_id, max(split_part(idempotency_key, ':',
      2)::int) as season
     from ledger_transaction where realm = 'paper' and scope = 'season' group by 1 order by 1`,
  )
  for (const { user_id: userId, season } of seasons)
    found.set(userId, { season, day: 0, toppedUp: {}, topUps: 0 })
  const topUps = await db.query<{
    user_id: string
    count: number
    day: number
    asset: string
    amount: string
  }>(
    `with topup as (
      select seq, part, split_part(idempotency_key, ':', 1) as user_id, split_part(idempotency_key,
        ':', 2)::int as number, (at / $1::bigint)::int as day
      from ledger_transaction where realm = 'paper' and scope = 'topup'
    ), last as (select user_id, max(number) as count, max(day) as day from topup group by user_id)
    select l.user_id, l.count, l.day, e.asset, sum(e.amount)::text as amount
    from last l join topup t on t.user_id = l.user_id and t.day = l.day join ledger_entry e
      on e.seq = t.seq and e.part = t.part
    group by l.user_id, l.count, l.day, e.asset order by l.user_id, e.asset`,
    [DAY_MS],
  )
  for (const { user_id: userId, count, day, asset, amount } of topUps) {
    const account = found.get(userId)
    if (account)
      Object.assign(account, {
        day,
        topUps: count,
        toppedUp: { ...account.toppedUp, [asset]: amount },
      })
  }
  return [...found]
}
