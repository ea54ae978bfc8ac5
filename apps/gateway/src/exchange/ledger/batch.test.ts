import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { Hold, HoldScope } from '../accounts/hold.ts'
import { formatOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { Effects } from '../state/effects.ts'
import { createBatch } from './batch.ts'
import { checkLedger } from './invariants.ts'

let db: Database
let settled: number
beforeEach(async () => {
  db = await openTestDatabase()
  settled = 0
}, 600_000)
afterEach(() => db.close())

/** Settles one record after those before it. */
async function settle(effects: Effects): Promise<void> {
  const batch = createBatch([{ seq: settled + 1, effects }], {
    after: settled,
    through: settled + 1,
  })
  await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
  settled++
}

const FUNDS = { USDT: '1000000000000', BTC: '1000000000' }

/** An exchange in which ann has an order that rests, and everything before is settled. */
async function openWithOrder() {
  const exchange = createExchange(SPOT_SYMBOLS)
  function run(command: ExchangeCommand): Effects {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
    return outcome.effects
  }
  const order = (userId: string, side: 'buy' | 'sell', clientOid = 'one'): ExchangeCommand => ({
    kind: 'place',
    at: 2,
    userId,
    clientOid,
    digest: '',
    symbol: 'BTCUSDT',
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    prevention: 'taker',
    ticks: 6_000_000,
    lots: 100,
    budget: 0,
    makerPpm: 1000,
    takerPpm: 1000,
  })
  for (const userId of ['ann', 'ben'])
    await settle(run({ kind: 'grant', at: 1, realm: 'live', userId, key: userId, funds: FUNDS }))
  exchange.state.next.order = 5
  await settle(run(order('ann', 'buy')))
  return { exchange, run, order }
}

const holds = () =>
  db.query(
    `select h.scope, h.ref, a.owner, a.asset, h.amount::text
      from ledger_hold h join ledger_account a on a.id = h.account order by h.scope, h.ref`,
  )
const held = async (owner: string) => {
  const rows = await db.query<{ held: string }>(
    `select sum(held)::text as held from ledger_account where owner = $1`,
    [owner],
  )
  return rows[0]?.held
}

describe('a batch of several transactions', () => {
  it('keeps a trade 5 and a transfer 5 of one command apart', async () => {
    const { exchange, run, order } = await openWithOrder()
    Object.assign(exchange.state.next, { trade: 5, transfer: 5 })
    const transfer = run({
      kind: 'transfer',
      at: 3,
      askedBy: 'ann',
      clientOid: 'move',
      fromUserId: 'ann',
      toUserId: 'ben',
      asset: 'USDT',
      atoms: '7',
    })
    const trade = run(order('ben', 'sell'))
    const both: Effects = {
      ...trade,
      transactions: [...trade.transactions, ...transfer.transactions],
      transfers: transfer.transfers,
    }
    expect(both.transactions.map(({ scope, key }) => [scope, key])).toEqual([
      ['trade', '5'],
      ['transfer', '5'],
    ])
    await settle(both)
    expect(await db.query('select distinct trade_id, part from spot_fill')).toEqual([
      { trade_id: 5n, part: 0 },
    ])
    expect(await db.query('select transfer_id, part from asset_transfer')).toEqual([
      { transfer_id: 5n, part: 1 },
    ])
    expect(await checkLedger(db)).toEqual([])
  })

  it('is refused when a fill has no transaction', async () => {
    const { run, order } = await openWithOrder()
    const trade = run(order('ben', 'sell'))
    await expect(settle({ ...trade, transactions: [] })).rejects.toMatchObject({ code: '23502' })
  })
})

describe('holds', () => {
  const FUTURES = formatOwner({ kind: 'user', userId: 'ann', type: 'futures' })
  const record = (effects: Partial<Effects>): Effects => ({
    at: 3,
    transactions: [],
    fills: [],
    transfers: [],
    holds: [],
    orders: [],
    accounts: [],
    market: [],
    ...effects,
  })
  const hold = (scope: HoldScope, amount: bigint, owner = FUTURES): Hold => ({
    scope,
    ref: '5',
    realm: 'live',
    owner,
    asset: 'USDT',
    amount,
  })
  /** Moves funds to ann's futures account, so that they can be held there. */
  async function fundFutures(): Promise<void> {
    const { exchange } = await openWithOrder()
    const from = exchange.state.accounts.of('live', 'issuance', 'USDT')
    const to = exchange.state.accounts.of('live', FUTURES, 'USDT')
    const entries = [{ kind: 'grant', debit: from, credit: to, amount: 100n }] as const
    await settle(
      record({
        transactions: [{ realm: 'live', kind: 'grant', scope: 'test', key: '1', entries }],
      }),
    )
  }

  it('separates the holds of an order and a withdrawal with one id', async () => {
    await fundFutures()
    await settle(record({ holds: [hold('withdrawal', 30n)] }))
    expect(await holds()).toEqual([
      { scope: 'order', ref: '5', owner: 'user:ann', asset: 'USDT', amount: expect.any(String) },
      { scope: 'withdrawal', ref: '5', owner: FUTURES, asset: 'USDT', amount: '30' },
    ])
    expect(await held(FUTURES)).toBe('30')
    // There are no withdrawals that could hold funds, and the invariant says so.
    expect((await checkLedger(db)).map(({ rule }) => rule)).toEqual([
      'each hold of scope withdrawal is for what is open',
    ])
    await settle(record({ holds: [hold('withdrawal', 0n)] }))
    expect((await holds()).map(({ scope }) => scope)).toEqual(['order'])
    expect(await held(FUTURES)).toBe('0')
    expect(await checkLedger(db)).toEqual([])
  })

  it('stand as the last record of a batch left them', async () => {
    await fundFutures()
    const records = [10n, 40n, 25n].map((amount, at) => ({
      seq: settled + 1 + at,
      effects: record({ holds: [hold('position', amount)] }),
    }))
    const batch = createBatch(records, { after: settled, through: settled + 3 })
    await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
    expect(await held(FUTURES)).toBe('25')
  })

  it('are refused beyond the funds, and on another account than before', async () => {
    await fundFutures()
    await expect(settle(record({ holds: [hold('escrow', 101n)] }))).rejects.toMatchObject({
      code: '23514',
    })
    await settle(record({ holds: [hold('escrow', 100n)] }))
    for (const amount of [0n, 50n])
      await expect(
        settle(record({ holds: [hold('escrow', amount, 'user:ben')] })),
      ).rejects.toMatchObject({ code: '23000' })
    expect(await held(FUTURES)).toBe('100')
  })

  it('are reported when they change, not with each change of the order', async () => {
    const { exchange, run, order } = await openWithOrder()
    const trade = run(order('ben', 'sell'))
    expect(trade.holds).toEqual([
      { scope: 'order', ref: '6', realm: 'live', owner: 'user:ben', asset: 'BTC', amount: 0n },
      { scope: 'order', ref: '5', realm: 'live', owner: 'user:ann', asset: 'USDT', amount: 0n },
    ])
    expect(exchange.state.orders.size).toBe(0)
    await settle(trade)
    expect(await holds()).toEqual([])
    expect(await checkLedger(db)).toEqual([])
  })
})
