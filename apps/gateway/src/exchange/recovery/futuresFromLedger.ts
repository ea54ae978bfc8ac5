import type { Sql } from '../ports/Sql.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { BookDump } from '../matching/bookDump.ts'
import { BUY, SELL } from '../matching/command.ts'
import { openLots, waitsForTrigger, type PositionMode } from '../state/futuresOrder.ts'
import {
  futuresOrderFromDump,
  futuresOrderKey,
  moveKey,
  HOUSE_ID,
  legOf,
  type FuturesOrderDump,
  type FuturesRow,
  type PositionDump,
  type SymbolSettings,
} from '../state/futuresState.ts'
import type { KeyDump } from '../state/keys.ts'

interface OpenFuturesOrder {
  readonly dump: FuturesOrderDump
  readonly rank: number
}

/** Futures as the ledger has them, without prices: those come anew. */
export interface FuturesFromLedger {
  /** Nothing where there was no futures command. */
  readonly rows: readonly FuturesRow[]
  /** Users with resting live orders, the first one first. */
  readonly users: readonly string[]
  bookOf(instrumentId: string, parties: ReadonlyMap<string, number>): BookDump
}

export async function futuresFromLedger(db: Sql): Promise<FuturesFromLedger> {
  const accounts = await db.query<{
    realm: Realm
    user_id: string
    mode: PositionMode
    settings: readonly (readonly [string, SymbolSettings])[]
    liquidating: readonly string[] | null
  }>('select realm, user_id, mode, settings, liquidating from futures_account order by 1, 2')
  const positions = (
    await db.query<{ document: PositionDump }>(
      'select document from futures_position where closed_seq is null order by position_id',
    )
  ).map(({ document }) => document)
  const orders = (
    await db.query<{ document: FuturesOrderDump; rank: bigint | null }>(
      'select document, rank from futures_order where closed_seq is null order by order_id',
    )
  ).map(({ document, rank }): OpenFuturesOrder => ({ dump: document, rank: Number(rank ?? 0) }))
  const resting = orders
    .filter(({ dump }) => dump.realm === 'live' && !waitsForTrigger(futuresOrderFromDump(dump)))
    .toSorted((a, b) => a.rank - b.rank || a.dump.id - b.dump.id)
  const legs = legNumbers(positions, resting)
  const numberOf = (leg: Parameters<typeof legOf>[0]): number => legs.get(legOf(leg)) ?? 0
  return {
    rows: [
      ...[...legs].map(([name, number]): FuturesRow => ['leg', name, number]),
      ...accounts.map(({ realm, user_id: userId, mode, settings, liquidating }): FuturesRow =>
        liquidating
          ? ['account', realm, userId, mode, settings, liquidating]
          : ['account', realm, userId, mode, settings],
      ),
      ...positions.map((position): FuturesRow => ['position', position]),
      ...orders.map(({ dump }): FuturesRow => ['order', dump]),
    ],
    users: [...new Set(resting.map(({ dump }) => dump.userId))],
    bookOf(instrumentId, parties) {
      const here = resting.filter(({ dump }) => dump.symbol === instrumentId)
      return {
        nextSeq: 1,
        orders: here.map(({ dump }) => [
          dump.id,
          parties.get(dump.userId) ?? 0,
          dump.side === 'buy' ? BUY : SELL,
          dump.ticks,
          openLots(dump),
          numberOf({ userId: dump.userId, side: dump.positionSide }),
        ]),
        positions: positions
          .filter(({ realm, symbol }) => realm === 'live' && symbol === instrumentId)
          .map(({ userId, side, lots }) => [numberOf({ userId, side }), lots] as const)
          .toSorted(([a], [b]) => a - b),
        reduceOnly: here.filter(({ dump }) => dump.reduceOnly).map(({ dump }) => dump.id),
      }
    },
  }
}

/** Engine numbers of the live legs, from 1; the house account is 0. */
function legNumbers(
  positions: readonly PositionDump[],
  resting: readonly OpenFuturesOrder[],
): ReadonlyMap<string, number> {
  const names = [
    ...positions
      .filter(({ realm, userId }) => realm === 'live' && userId !== HOUSE_ID)
      .map(({ userId, side }) => legOf({ userId, side })),
    ...resting.map(({ dump }) => legOf({ userId: dump.userId, side: dump.positionSide })),
  ]
  return new Map([...new Set(names)].map((name, at) => [name, at + 1]))
}

type FuturesNumber = 'order' | 'trade' | 'fill' | 'posting' | 'position' | 'liquidation'

/** The largest numbers that futures have used; `null` where there is none. */
export async function lastFuturesNumbers(db: Sql): Promise<Record<FuturesNumber, bigint | null>> {
  const [last] = await db.query<Record<FuturesNumber, bigint | null>>(
    `select (select max(order_id) from futures_order) as "order",
      (select max(trade_id) from futures_fill) as trade,
      (select max(fill_id) from futures_fill) as fill,
      (select max(idempotency_key::bigint) from ledger_transaction where scope = 'futures')
        as posting,
      (select max(position_id) from futures_position) as position,
      (select max(liquidation_id) from futures_liquidation) as liquidation`,
  )
  return (
    last ?? {
      order: null,
      trade: null,
      fill: null,
      posting: null,
      position: null,
      liquidation: null,
    }
  )
}

/** The keys of a day's orders and moves, in no order. */
export async function futuresKeys(
  db: Sql,
  { since }: { readonly since: number },
): Promise<KeyDump> {
  const orders = await db.query<{
    document: FuturesOrderDump
    digest: string
    answered: string | null
  }>(
    `select document, digest, answered from futures_order
      where (created_at > $1 or closed_seq is null) and digest is not null`,
    [since],
  )
  const moves = await db.query<{
    move_id: bigint
    realm: Realm
    user_id: string
    client_oid: string
    digest: string
    at: bigint
  }>('select move_id, realm, user_id, client_oid, digest, at from wallet_move where at > $1', [
    since,
  ])
  return [
    ...orders.map(({ document, digest, answered }) => {
      const { id, clientOid, status, createdAt } = document
      const answer = { orderId: String(id), clientOid, status: answered ?? status }
      return [futuresOrderKey(document), digest, answer, createdAt] as const
    }),
    ...moves.map(
      ({ move_id: id, realm, user_id: userId, client_oid: clientOid, digest, at }) =>
        [
          moveKey({ realm, userId, clientOid }),
          digest,
          { transferId: String(id) },
          Number(at),
        ] as const,
    ),
  ]
}
