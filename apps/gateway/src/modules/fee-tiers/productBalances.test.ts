import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { createBatch } from '../../exchange/ledger/batch.ts'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { balancesAt } from './queries.ts'

const DAY = 86_400_000
const [ANN, BEN] = ['1000000007', '1000000008'] as const
const [EVE, TODAY] = [20_000, 20_001]
const TERMS = {
  price: '100000000',
  marginBp: null,
  minimum: '1',
  maximum: '100000000',
  payMinutes: 15,
  methods: ['bank'],
  methodIds: [1],
  text: '',
}
const exchange = createExchange(SPOT_SYMBOLS)
let db: Database
let settled = 0
let count = 0

beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

/** Runs a command and settles its record. */
async function run(command: Parameters<typeof exchange.execute>[0]): Promise<void> {
  const outcome = exchange.execute(command)
  if ('refused' in outcome) throw new Error(`${command.kind}: ${outcome.refused.reason}`)
  const batch = createBatch([{ seq: settled + 1, effects: outcome.effects }], {
    after: settled,
    through: settled + 1,
  })
  await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
  settled++
}
const asked = (userId: string, at: number) => ({
  at,
  userId,
  holder: userId,
  clientOid: `c${++count}`,
  digest: 'd',
})
const worths = async (day: number) =>
  Object.fromEntries((await balancesAt(db, { day })).map((row) => [row.customer, row.atoms]))
const worthOf = async (customer: string, day: number) =>
  (await balancesAt(db, { day, customer })).map(({ atoms }) => atoms)

/** Ann and Ben put 1,000 USDT each into every product, in part as another's other party. */
async function useEveryProduct(at: number): Promise<void> {
  await run({
    kind: 'copyLeadOpen',
    ...asked(ANN, at),
    realm: 'live',
    nickname: 'Ann',
    pairs: ['BTCUSDT'],
    shareBp: 0,
    minimum: '1',
    maxFollowers: 3,
    atoms: '10',
  })
  await run({
    kind: 'copyFollowOpen',
    ...asked(BEN, at),
    realm: 'live',
    leadId: 1,
    mode: 'ratio',
    amount: '0',
    slippageBp: null,
    stopLossPct: 0,
    dailyCap: '0',
    atoms: '20',
  })
  await run({
    kind: 'earnSubscribe',
    ...asked(ANN, at),
    productId: 'flex',
    asset: 'USDT',
    days: 0,
    autoRenew: false,
    tiers: [[null, 0]],
    quota: '1000',
    perUser: '1000',
    atoms: '40',
  })
  await run({
    kind: 'redPacketCreate',
    ...asked(BEN, at),
    asset: 'USDT',
    unit: '1',
    units: '80',
    count: 2,
    split: 'equal',
    code: 'ABCDEFGHJK',
    greeting: '',
    seed: '07'.repeat(32),
    expiresAt: at + DAY,
  })
  for (const [userId, side] of [
    [ANN, 'sell'],
    [BEN, 'buy'],
  ] as const)
    await run({
      kind: 'p2pPublish',
      ...asked(userId, at),
      side,
      asset: 'USDT',
      scale: 0,
      fiat: 'EUR',
      atoms: '160',
      terms: TERMS,
    })
  await run({
    kind: 'p2pTake',
    ...asked(ANN, at),
    advertId: 2,
    version: 1,
    price: '100000000',
    by: 'asset',
    amount: '5',
    feeBp: 0,
    methods: [1],
  })
}

it('counts what customers have in products as theirs (products 5)', async () => {
  for (const userId of [ANN, BEN]) {
    await db.query(
      `insert into users (id, email, password_hash, role, created_at)
        values ($1, $2, 'x', 'trader', 0)`,
      [userId, `${userId}@example.com`],
    )
    await run({
      kind: 'grant',
      at: EVE * DAY,
      realm: 'live',
      userId,
      key: userId,
      funds: { USDT: '1000' },
    })
  }
  await useEveryProduct(EVE * DAY + 1)
  expect(await worths(TODAY)).toEqual({ [ANN]: '1000', [BEN]: '1000' })

  // What moves after midnight does not change what was there when the day began.
  const at = TODAY * DAY
  await run({ kind: 'redPacketClaim', at, userId: ANN, holder: ANN, code: 'ABCDEFGHJK' })
  await run({ kind: 'redPacketExpire', at: at + 2, packetId: 1 })
  await run({
    kind: 'earnRedeem',
    ...asked(ANN, at),
    positionId: 1,
    atoms: '40',
    dayQuota: '1000',
  })
  await run({ kind: 'p2pAdvert', at, event: 'close', userId: ANN, advertId: 1 })
  await run({ kind: 'p2pOrder', at, event: 'cancel', userId: BEN, orderId: 1 })
  expect(await worths(TODAY)).toEqual({ [ANN]: '1000', [BEN]: '1000' })
  expect([await worthOf(ANN, TODAY), await worthOf(BEN, TODAY)]).toEqual([['1000'], ['1000']])
  expect(await worths(TODAY + 1)).toEqual({ [ANN]: '1040', [BEN]: '960' })
})
