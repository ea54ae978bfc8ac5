import type { SpotPosition, Transfer, TransferAccount } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { KEY_MEMORY_MS } from '../../exchange/state/keys.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5, 6)
const PATH = '/v1/asset/transfer'

let harness: Harness
let now = START
let count = 0
let main = ''
let sub = ''
let second = ''

beforeAll(async () => {
  const dailyCloses = async (symbol: string) =>
    symbol === 'LTCUSDT'
      ? Array.from({ length: 10 }, (_, day) => ({
          openTime: Date.UTC(2026, 0, 5) + day * DAY,
          close: 10_000 + day * 1_000,
        }))
      : []
  harness = await openHarness({ clock: { ...browserClock(), now: () => now }, dailyCloses })
})
afterAll(() => harness.close())

/** A holder with demonstration funds and two sub-accounts without any. */
beforeEach(async () => {
  now = START
  const digits = () => String(1_000_000_000 + ++count)
  ;[main, sub, second] = [digits(), digits(), digits()]
  await insertAccountWithSubAccounts(harness.db, { main, subs: [sub, second] })
  await harness.trading.seedDemo(main)
  harness.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' })
})

interface Wanted {
  readonly by?: string
  readonly from?: string
  readonly to?: string
  readonly asset?: string
  readonly amount?: unknown
  readonly clientOid?: string
}
const options = ({
  by = main,
  from = main,
  to = sub,
  asset = 'USDT',
  amount = '100',
  clientOid = `t${++count}`,
}: Wanted) => ({ userId: by, body: { fromUserId: from, toUserId: to, asset, amount, clientOid } })
const send = (wanted: Wanted = {}) => harness.call<Transfer>(PATH, options(wanted))
const refusal = (wanted: Wanted) => harness.refusal(PATH, options(wanted))
const history = (userId: string, query: Record<string, string> = {}) =>
  harness.call<{ items: Transfer[]; next: string | null }>(`${PATH}/history`, { userId, query })
const available = async (userId: string, asset = 'USDT') =>
  (
    await harness.call<{ asset: string; available: string }[]>('/v1/spot/account/assets', {
      userId,
    })
  ).find((row) => row.asset === asset)!.available
const place = (userId: string, body: object) =>
  harness.call<{ orderId: string; status: string }>('/v1/spot/order/place', {
    userId,
    body: { symbol: 'LTCUSDT', orderType: 'limit', clientOid: `o${++count}`, ...body },
  })
const sound = async () => {
  await history(main)
  expect(await checkLedger(harness.db)).toEqual([])
}

describe('product: a transfer between the accounts of a holder', () => {
  it('answers what was moved, once it is moved on both sides', async () => {
    const answer = await send({ amount: '100.50', clientOid: 'mine' })
    expect(answer).toEqual({
      transferId: expect.stringMatching(/^\d+$/) as string,
      clientOid: 'mine',
      fromUserId: main,
      toUserId: sub,
      asset: 'USDT',
      amount: '100.5',
      createdAt: START,
    })
    expect([await available(main), await available(sub)]).toEqual(['99899.5', '100.5'])
    await sound()
  })

  it('moves funds between the main account and any sub-accounts', async () => {
    await send({ amount: '100' })
    await send({ from: sub, to: second, amount: '60' })
    await send({ from: second, to: main, amount: '10' })
    expect(await Promise.all([main, sub, second].map((userId) => available(userId)))).toEqual([
      '99910',
      '40',
      '50',
    ])
  })

  it('a sub-account sends what is its own to its main account', async () => {
    await send({ amount: '100' })
    expect(await send({ by: sub, from: sub, to: main, amount: '30' })).toMatchObject({
      amount: '30',
    })
    expect(await available(sub)).toBe('70')
  })

  it.each([
    ['from its main account', () => ({ from: main, to: sub })],
    ['to another sub-account', () => ({ from: sub, to: second })],
    ['of another sub-account', () => ({ from: second, to: main })],
  ])('40301 a sub-account moves nothing %s', async (_, wanted) => {
    await send({ amount: '100' })
    expect(await refusal({ by: sub, ...wanted() })).toEqual({ code: '40301', data: null })
  })

  it('answers 40401 for foreign and removed accounts', async () => {
    const [mine, mySub] = [main, sub]
    const [theirs, theirSub] = ['2000000001', '2000000002']
    await insertAccountWithSubAccounts(harness.db, { main: theirs, subs: [theirSub] })
    for (const id of [theirs, theirSub, '9999999999']) {
      expect(await refusal({ to: id })).toEqual({ code: '40401', data: { field: 'toUserId' } })
      expect(await refusal({ from: id })).toEqual({ code: '40401', data: { field: 'fromUserId' } })
      expect(await refusal({ by: mySub, from: mySub, to: id })).toEqual({
        code: '40401',
        data: { field: 'toUserId' },
      })
    }
    expect(await refusal({ by: theirSub, from: theirSub, to: mine })).toMatchObject({
      code: '40401',
    })
    await harness.db.query('delete from users where id = $1', [second])
    expect(await refusal({ to: second })).toMatchObject({ code: '40401' })
  })

  it('refuses frozen accounts, and sub-accounts of a frozen main account (00004)', async () => {
    await send({ amount: '100' })
    await harness.db.query("update users set status = 'frozen' where id = $1", [sub])
    expect(await refusal({ to: sub })).toEqual({ code: '00004', data: { userId: sub } })
    expect(await refusal({ from: sub, to: main })).toMatchObject({ code: '00004' })
    await harness.db.query(
      "update users set status = case when id = $1 then 'frozen' else 'active' end where " +
        'id in ($1, $2)',
      [main, sub],
    )
    expect(await refusal({ by: sub, from: sub, to: main })).toEqual({
      code: '00004',
      data: { userId: main },
    })
    expect([await available(main), await available(sub)]).toEqual(['99900', '100'])
  })

  it('40301 without a bound key (wire 8)', async () => {
    expect(await harness.refusal(PATH, { ...options({}), keyId: null })).toMatchObject({
      code: '40301',
    })
  })
})

describe('the amount (wire 10)', () => {
  it.each([
    ['0', 'amount'],
    ['-1', 'amount'],
    ['1e3', 'amount'],
    ['', 'amount'],
    [5, 'amount'],
    ['0.000000001', 'amount'],
    ['1.', 'amount'],
    ['9'.repeat(41), 'amount'],
    [null, 'amount'],
  ])('%j is 40010 with its field', async (amount, field) => {
    expect(await refusal({ amount })).toMatchObject({ code: '40010', data: { field } })
  })

  it('accepts the decimals of its asset and trailing zeros', async () => {
    await send({ asset: 'ETH', amount: '0.000000000000000001' })
    await send({ amount: '0.00000001000' })
    expect([await available(sub, 'ETH'), await available(sub)]).toEqual([
      '0.000000000000000001',
      '0.00000001',
    ])
  })

  it('refuses more than is free (40201) and malformed input (40010)', async () => {
    expect(await refusal({ amount: '100000.00000001' })).toEqual({
      code: '40201',
      data: { asset: 'USDT' },
    })
    expect(await refusal({ asset: 'XAU' })).toMatchObject({
      code: '40010',
      data: { field: 'asset' },
    })
    expect(await refusal({ asset: 'toString' })).toMatchObject({
      code: '40010',
      data: { field: 'asset' },
    })
    expect(await refusal({ clientOid: 'a b' })).toMatchObject({
      code: '40010',
      data: { field: 'clientOid' },
    })
    expect(await refusal({ clientOid: '' })).toMatchObject({
      code: '40010',
      data: { field: 'clientOid' },
    })
    for (const to of [main, 'nobody', ''])
      expect(await refusal({ to })).toMatchObject({ code: '40010', data: { field: 'toUserId' } })
    await send({ amount: '100000' })
    expect(await available(main)).toBe('0')
  })
})

describe('the same key (trading 4)', () => {
  it('repeats the first answer whatever became of funds and account', async () => {
    const first = await send({ clientOid: 'k', amount: '60000' })
    expect(await send({ clientOid: 'k', amount: '60000.00' })).toEqual(first)
    await harness.db.query("update users set status = 'frozen' where id = $1", [sub])
    expect(await send({ clientOid: 'k', amount: '60000' })).toEqual(first)
    expect(await available(main)).toBe('40000')
  })

  it('40902 and another transfer is an error', async () => {
    await send({ clientOid: 'k' })
    for (const other of [
      { amount: '101' },
      { asset: 'BTC' },
      { to: second },
      { from: sub, to: main },
    ])
      expect(await refusal({ clientOid: 'k', ...other })).toEqual({
        code: '40902',
        data: { field: 'clientOid' },
      })
  })

  it('a hundred times at once moves the funds once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send({ clientOid: 'storm', amount: '1' })),
    )
    expect(new Set(answers.map(({ transferId }) => transferId)).size).toBe(1)
    expect(await available(sub)).toBe('1')
  })

  it('is known to the ledger when memory has forgotten it', async () => {
    const first = await send({ clientOid: 'old' })
    await history(main)
    now += KEY_MEMORY_MS + 1_000
    await send()
    expect(await send({ clientOid: 'old' })).toEqual(first)
    expect(await refusal({ clientOid: 'old', amount: '7' })).toMatchObject({ code: '40902' })
    await sound()
  })

  it('a refusal is not remembered', async () => {
    expect(await refusal({ from: sub, to: main, clientOid: 'later' })).toMatchObject({
      code: '40201',
    })
    await send()
    expect(await send({ from: sub, to: main, clientOid: 'later' })).toMatchObject({
      clientOid: 'later',
    })
  })
})

describe('after a restart (trading 3)', () => {
  it.each(['restart', 'restartFromJournal'] as const)(
    '%s: the balances stand, the keys answer as before',
    async (way) => {
      const first = await send({ clientOid: 'r', amount: '12.5' })
      await place(sub, { side: 'buy', price: '100', size: '0.1' })
      await harness[way]()
      expect([await available(main), await available(sub)]).toEqual(['99987.5', '2.5'])
      expect(await send({ clientOid: 'r', amount: '12.5' })).toEqual(first)
      expect(Number((await send({ amount: '1' })).transferId)).toBe(Number(first.transferId) + 1)
      await harness.call('/v1/spot/order/cancelAll', { userId: sub })
      await sound()
    },
  )
})

describe('the history of transfers', () => {
  it('lists transfers sent, received or requested, latest first, by asset', async () => {
    const there = await send({ amount: '5' })
    const on = await send({ from: sub, to: second, amount: '2' })
    const coin = await send({ asset: 'BTC', amount: '0.1', to: second })
    const back = await send({ by: second, from: second, to: main, amount: '1' })
    expect((await history(main)).items).toEqual([back, coin, on, there])
    expect((await history(sub)).items).toEqual([on, there])
    expect((await history(second)).items).toEqual([back, coin, on])
    expect((await history(main, { asset: 'BTC' })).items).toEqual([coin])
    const page = await history(main, { limit: '3' })
    expect(page).toEqual({ items: [back, coin, on], next: on.transferId })
    expect(await history(main, { limit: '3', cursor: page.next! })).toEqual({
      items: [there],
      next: null,
    })
    expect(await history('2999999999')).toEqual({ items: [], next: null })
  })

  it('answers 40010 for an unknown cursor or asset', async () => {
    expect(
      await harness.refusal(`${PATH}/history`, { userId: main, query: { cursor: 'x' } }),
    ).toMatchObject({ code: '40010', data: { field: 'cursor' } })
    expect(
      await harness.refusal(`${PATH}/history`, { userId: main, query: { asset: 'x' } }),
    ).toMatchObject({ code: '40010', data: { field: 'asset' } })
  })
})

describe('the accounts one may send between', () => {
  const accounts = (userId: string) =>
    harness.call<TransferAccount[]>(`${PATH}/accounts`, { userId })
  const usdt = ({ assets }: TransferAccount) =>
    assets?.find(({ asset }) => asset === 'USDT')?.available ?? null

  it('lists a main account and its sub-accounts with funds', async () => {
    await send({ amount: '8' })
    await harness.db.query("update users set status = 'frozen' where id = $1", [second])
    const rows = await accounts(main)
    expect(
      rows.map(({ userId, isMain, label, isFrozen }) => [userId, isMain, label, isFrozen]),
    ).toEqual([
      [main, true, null, false],
      [sub, false, 'Sub 1', false],
      [second, false, 'Sub 2', true],
    ])
    expect(rows.map(usdt)).toEqual(['99992', '8', '0'])
    expect(rows[0]!.assets).toContainEqual({
      asset: 'ETH',
      available: '20',
      held: '0',
      decimals: 18,
    })
  })

  it('lists for a sub-account its main account, without funds', async () => {
    await send({ amount: '8' })
    const rows = await accounts(sub)
    expect(rows.map(({ userId }) => userId)).toEqual([main, sub])
    expect(rows.map(usdt)).toEqual([null, '8'])
  })
})

describe('what a transfer does to figures', () => {
  const ltc = async (userId: string) =>
    (await harness.call<SpotPosition[]>('/v1/spot/account/positions', { userId })).find(
      ({ asset }) => asset === 'LTC',
    )
  /** The house account sells and buys what is asked for at a price. */
  const trade = async (userId: string, side: 'buy' | 'sell', price: string, size: string) => {
    harness.trading.houseAccount.submit([
      {
        kind: 'place',
        symbol: 'LTCUSDT',
        orderName: `h${++count}`,
        side: side === 'buy' ? 'sell' : 'buy',
        ticks: Number(price) * 100,
        lots: Number(size) * 1_000,
      },
    ])
    expect(await place(userId, { side, price, size })).toMatchObject({ status: 'filled' })
  }

  it('the receiver has the coins without a buy price', async () => {
    await trade(main, 'buy', '100', '10')
    await send({ asset: 'LTC', amount: '205' })
    expect(await ltc(sub)).toMatchObject({
      holdCount: '205',
      buyDealCount: '0',
      avgBuyPrice: null,
      cost: null,
    })
  })

  it('sends units without a buy price first, then at the average', async () => {
    await trade(main, 'buy', '100', '10')
    // 200 were there before, 9.99 were bought.
    await send({ asset: 'LTC', amount: '200' })
    expect(await ltc(main)).toMatchObject({
      holdCount: '9.99',
      buyDealCount: '9.99',
      avgBuyPrice: '100.00',
      cost: '999.00000000',
    })
    await send({ asset: 'LTC', amount: '4.99' })
    expect(await ltc(main)).toMatchObject({
      holdCount: '5',
      buyDealCount: '5',
      dealCount: '0',
      avgBuyPrice: '100.00',
      cost: '500.00000000',
    })
    // What is bought later is averaged with what stayed, not with what is gone.
    await trade(main, 'buy', '120', '5')
    expect(await ltc(main)).toMatchObject({ buyDealCount: '9.995', avgBuyPrice: '109.99' })
  })

  it('restarts the average for returned funds', async () => {
    await trade(main, 'buy', '100', '10')
    await send({ asset: 'LTC', amount: '209.99' })
    expect(await ltc(main)).toBeUndefined()
    await send({ from: sub, to: main, asset: 'LTC', amount: '209.99' })
    expect(await ltc(main)).toMatchObject({ holdCount: '209.99', avgBuyPrice: null })
    await trade(main, 'buy', '120', '1')
    expect(await ltc(main)).toMatchObject({ avgBuyPrice: '120.00' })
  })

  it('gives equal figures in one reading as in many', async () => {
    await trade(main, 'buy', '100', '10')
    await send({ asset: 'LTC', amount: '203' })
    await trade(main, 'sell', '100', '2')
    await send({ asset: 'LTC', amount: '1' })
    await trade(main, 'buy', '110', '1')
    const inOne = await ltc(main)
    await harness.restart()
    harness.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' })
    expect(await ltc(main)).toEqual({ ...inOne, marketPrice: '100.00' })
  })

  it('leaves profit unchanged: paid in here, taken out there', async () => {
    const points = async (userId: string) =>
      (
        await harness.call<{ points: { value: string; netDeposits: string }[] }>(
          '/v1/asset/history',
          { userId, query: { range: '7d' } },
        )
      ).points.map(({ value, netDeposits }) => [value, netDeposits])
    expect((await points(main)).at(-1)).toEqual(['120000.00', '120000.00'])
    await send({ amount: '1000' })
    await send({ asset: 'LTC', amount: '10' })
    expect((await points(main)).at(-1)).toEqual(['118000.00', '118000.00'])
    expect((await points(sub)).at(-1)).toEqual(['2000.00', '2000.00'])
    now += DAY
    // A coin that left at 100 is worth 110 where it is.
    expect((await points(sub)).at(-1)).toEqual(['2100.00', '2000.00'])
    expect((await points(main)).at(-1)).toEqual(['119900.00', '118000.00'])
  })

  it('counts as no volume', async () => {
    await send({ amount: '90000' })
    await history(main)
    expect(
      await harness.db.query('select 1 from spot_fill where user_id in ($1, $2)', [main, sub]),
    ).toEqual([])
    expect(
      await harness.db.query(
        'select 1 from ledger_entry e join ledger_transaction t using (seq, part) where ' +
          "t.kind = 'transfer' and e.kind <> 'transfer'",
      ),
    ).toEqual([])
  })
})

describe('races (trading 3)', () => {
  it('lets one of two transfers of the same funds succeed', async () => {
    for (let round = 0; round < 20; round++) {
      await send({ amount: '10' })
      const answers = await Promise.all([
        refusal({ from: sub, to: main, amount: '10' }),
        refusal({ from: sub, to: second, amount: '10' }),
        refusal({ by: sub, from: sub, to: main, amount: '10' }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40201', '40201'])
      expect(await available(sub)).toBe('0')
    }
    await sound()
  })

  it('gives the same funds to a transfer or an order, never both', async () => {
    for (let round = 0; round < 20; round++) {
      await send({ amount: '10' })
      const order = () =>
        harness.refusal('/v1/spot/order/place', {
          userId: sub,
          body: {
            symbol: 'LTCUSDT',
            side: 'buy',
            orderType: 'limit',
            price: '100',
            size: '0.1',
            clientOid: `race${++count}`,
          },
        })
      const transfer = () => refusal({ from: sub, to: main, amount: '10' })
      const answers = await Promise.all(
        round % 2 === 0 ? [order(), transfer()] : [transfer(), order()],
      )
      expect(answers.map(({ code }) => code).sort()).toEqual(['0', '40201'])
      await harness.call('/v1/spot/order/cancelAll', { userId: sub })
      if ((await available(sub)) === '10') await send({ from: sub, to: main, amount: '10' })
      expect(await available(sub)).toBe('0')
    }
    await sound()
  })

  it('holds nothing twice when a cancel races a transfer', async () => {
    for (let round = 0; round < 20; round++) {
      await send({ amount: '10' })
      const { orderId } = await place(sub, { side: 'buy', price: '100', size: '0.1' })
      const [transfer] = await Promise.all([
        refusal({ from: sub, to: main, amount: '10' }),
        harness.call('/v1/spot/order/cancel', { userId: sub, body: { orderId } }),
      ])
      expect(['0', '40201']).toContain(transfer.code)
      if (transfer.code !== '0') await send({ from: sub, to: main, amount: '10' })
      expect(await available(sub)).toBe('0')
    }
    await sound()
  })
})
