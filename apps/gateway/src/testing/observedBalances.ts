import { formatUnits, parseUnits } from '@x/decimal'
import { expect } from 'vitest'
import type { Sql } from '../platform/db/Database.ts'
import { scaleOf, requireSymbol } from '../exchange/instruments/symbols.ts'

/** What a gateway reported to its users of their money before it was killed. */
export interface ObservedBalances {
  /** Fill -> what its owner read of it. */
  readonly fills: Map<string, string>
  /** `realm user asset` -> what its owner saw there, available and held together, in order. */
  readonly balances: Map<string, bigint[]>
  /** `user:season` of each reset. */
  readonly resets: Set<string>
  /** Atoms of each top-up; no two are alike. */
  readonly topUps: Set<string>
  /** Transfer -> who asked, from, to, asset, amount and key, as they were answered. */
  readonly transfers: Map<string, string>
}

export const createObservedBalances = (): ObservedBalances => ({
  fills: new Map(),
  balances: new Map(),
  resets: new Set(),
  topUps: new Set(),
  transfers: new Map(),
})

/** The places of an amount are those of its asset, as the wire has them. */
export const atomsOf = (text: string, asset: string): bigint => parseUnits(text, scaleOf(asset))!

/** `facts`: order, role, price, size, fee and fee asset. */
export function noteFill(
  { fills }: ObservedBalances,
  {
    realm,
    fillId,
    facts,
  }: { readonly realm: string; readonly fillId: string; readonly facts: readonly string[] },
): void {
  fills.set(fillId, [realm, ...facts].join(' '))
}

export function noteTransfer(
  { transfers }: ObservedBalances,
  { transferId, facts }: { readonly transferId: string; readonly facts: readonly string[] },
): void {
  transfers.set(transferId, facts.join(' '))
}

export function noteBalance(
  { balances }: ObservedBalances,
  {
    realm,
    userId,
    asset,
    available,
    held,
  }: {
    readonly realm: string
    readonly userId: string
    readonly asset: string
    readonly available: string
    readonly held: string
  },
): void {
  const of = `${realm} ${userId} ${asset}`
  const seen = balances.get(of) ?? []
  seen.push(atomsOf(available, asset) + atomsOf(held, asset))
  balances.set(of, seen)
}

/**
 * 0 fills, 0 transfers and 0 atoms lost: each fill as it was read, each transfer once and as it was
 * answered, each balance one that the ledger went through, in the order in which it was seen.
 */
export async function expectObserved(
  db: Sql,
  { fills, balances, resets, topUps, transfers }: ObservedBalances,
): Promise<void> {
  const rows = await db.query<{
    fill_id: bigint
    realm: string
    order_id: bigint
    role: string
    ticks: bigint
    lots: bigint
    fee: string
    side: string
    symbol: string
  }>('select f.*, o.side, o.symbol from spot_fill f join spot_order o using (order_id)')
  const stored = new Map(
    rows.map(({ fill_id, realm, order_id, role, ticks, lots, fee, side, symbol }) => {
      const { base, quote, pricePlace, quantityPlace } = requireSymbol(symbol)
      const feeAsset = side === 'buy' ? base : quote
      return [
        String(fill_id),
        [
          realm,
          order_id,
          role,
          formatUnits(ticks, pricePlace),
          formatUnits(lots, quantityPlace),
          formatUnits(BigInt(fee), scaleOf(feeAsset), { trim: true }),
          feeAsset,
        ].join(' '),
      ]
    }),
  )
  for (const [fillId, fill] of fills)
    expect({ fillId, fill: fill.split(' ') }).toEqual({
      fillId,
      fill: stored.get(fillId)?.split(' '),
    })

  for (const [of, seen] of balances) {
    const [realm, userId, asset] = of.split(' ')
    const moves = await db.query<{ moved: string }>(
      `select sum(case when a.id = e.credit_account then e.amount else -e.amount end)::text as moved
        from ledger_account a join ledger_entry e on a.id in (e.credit_account, e.debit_account)
       where a.realm = $1 and a.owner = $2 and a.asset = $3 group by e.seq order by e.seq`,
      [realm, `user:${userId}`, asset],
    )
    const went = [0n]
    for (const { moved } of moves) went.push(went.at(-1)! + BigInt(moved))
    let at = 0
    for (const [nth, balance] of seen.entries()) {
      at = went.indexOf(balance, at)
      if (at < 0)
        throw new Error(
          `The ledger never had the balance ${balance} of ${of}, the ${nth + 1}th that was seen`,
        )
    }
  }

  const sent = await db.query<{
    transfer_id: bigint
    asked_by: string
    from_user: string
    to_user: string
    asset: string
    amount: string
    client_oid: string
  }>('select * from asset_transfer')
  const moved = new Map(
    sent.map((row) => [
      String(row.transfer_id),
      [
        row.asked_by,
        row.from_user,
        row.to_user,
        row.asset,
        formatUnits(BigInt(row.amount), scaleOf(row.asset), { trim: true }),
        row.client_oid,
      ].join(' '),
    ]),
  )
  for (const [transferId, transfer] of transfers)
    expect({ transferId, transfer }).toEqual({ transferId, transfer: moved.get(transferId) })
  expect(new Set(sent.map((row) => `${row.asked_by} ${row.client_oid}`)).size).toBe(sent.length)

  const [granted] = await db.query<{ seasons: string[] | null; topups: string[] | null }>(
    `select (select array_agg(idempotency_key) from ledger_transaction
      where scope = 'season') as seasons,
            (select array_agg(e.amount::text) from ledger_transaction t join ledger_entry e using
              (seq, part) where t.scope = 'topup') as topups`,
  )
  expect(granted?.seasons ?? []).toEqual(expect.arrayContaining([...resets]))
  expect(granted?.topups ?? []).toEqual(expect.arrayContaining([...topUps]))
  expect(new Set(granted?.topups).size).toBe(granted?.topups?.length ?? 0)
  expect(Math.min(fills.size, balances.size)).toBeGreaterThan(0)
}
