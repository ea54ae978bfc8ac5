import type { EarnPayment, EarnPosition, EarnProduct, Page } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { createDayCount } from './createDayCount.ts'
import { createEarnPool } from './createEarnPool.ts'
import type { EarnProductTerms } from './earnProducts.ts'
import { createEarnModule } from './module.ts'

const [ANN, SUB, BEN] = ['1000000001', '1000000002', '1000000003'] as const
const DAY = 86_400_000
const START = Date.UTC(2026, 5, 10, 9)
const FLEXIBLE: EarnProductTerms = {
  id: 'USDT-flexible',
  asset: 'USDT',
  days: 0,
  tiers: [
    ['500', 500],
    [null, 200],
  ],
  minimum: '1',
  perUser: '2000',
  quota: '3000',
  dayQuota: '600',
}
const FIXED: EarnProductTerms = {
  ...FLEXIBLE,
  id: 'USDT-7',
  days: 7,
  tiers: [[null, 730]],
}

const offered: EarnProductTerms[] = []

let now: number
let harness: Harness
let count = 0
/** The driver does not look at the clock again. */
let isHeld = false
const clock = {
  ...browserClock(),
  now: () => now,
  after: (ms: number, run: () => void) =>
    ms === 60_000
      ? browserClock().after(5, () => (isHeld ? undefined : run()))
      : browserClock().after(ms, run),
}

beforeEach(async () => {
  now = START
  isHeld = false
  offered.splice(0, offered.length, FLEXIBLE, FIXED)
  harness = await openHarness({
    clock,
    earnProducts: offered,
    earnPool: { USDT: '50' },
  })
  for (const [id, parent] of [
    [ANN, null],
    [SUB, ANN],
    [BEN, null],
  ]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, parent_id, created_at) values ($1::text,
        case when $2::text is null then $1::text || '@example.com' end,
        case when $2::text is null then 'x' end,
        case when $2::text is null then 'trader' else 'sub-account' end, $2::text, 0)`,
      [id, parent],
    )
    await harness.trading.seedDemo(id!)
  }
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})

const body = (changes: object = {}) => ({
  productId: 'USDT-flexible',
  amount: '10',
  clientOid: `e${++count}`,
  ...changes,
})
const subscribe = (changes: object = {}, userId: string = ANN) =>
  harness.call<EarnPosition>('/v1/earn/subscribe', { userId, body: body(changes) })
const refusal = (changes: object, userId: string = ANN) =>
  harness.refusal('/v1/earn/subscribe', { userId, body: body(changes) })
const redeem = (positionId: string, amount: string, changes: object = {}) =>
  harness.call<EarnPosition>('/v1/earn/redeem', {
    userId: ANN,
    body: { positionId, amount, clientOid: `r${++count}`, ...changes },
  })
const redeemRefusal = async (positionId: string, amount: string, userId: string = ANN) =>
  (
    await harness.refusal('/v1/earn/redeem', {
      userId,
      body: { positionId, amount, clientOid: `r${++count}` },
    })
  ).code
const positions = (userId: string = ANN) =>
  harness.call<readonly EarnPosition[]>('/v1/earn/positions', { userId })
const history = (query: object = {}, userId: string = ANN) =>
  harness.call<Page<EarnPayment>>('/v1/earn/history', { userId, query: { ...query } })
const available = (userId: string = ANN) =>
  harness.trading.service.assets({ realm: 'live', userId }).find(({ asset }) => asset === 'USDT')
    ?.available
/** Days go by; the driver has counted them. */
async function later(days: number): Promise<void> {
  now += days * DAY
  const today = Math.floor(now / DAY)
  const { products } = harness.trading.service.core.state
  await expect
    .poll(() =>
      [...products.positions.values()].every(
        ({ nextDay, productId }) => nextDay >= today || products.paused.has(productId),
      ),
    )
    .toBe(true)
}

describe('earn products (products 3)', () => {
  it('are public, with rates, limits and what is left', async () => {
    await subscribe({ amount: '1000' })
    const [flexible, fixed] = await harness.call<readonly EarnProduct[]>('/v1/earn/products', {
      userId: BEN,
    })
    expect(flexible).toEqual({
      productId: 'USDT-flexible',
      asset: 'USDT',
      kind: 'flexible',
      days: 0,
      tiers: [
        { upTo: '500', apr: '5.00' },
        { upTo: null, apr: '2.00' },
      ],
      minimum: '1',
      perUser: '2000',
      quota: '3000',
      left: '2000',
      decimals: 8,
      isPaused: false,
    })
    expect(fixed).toMatchObject({ kind: 'fixed', days: 7, left: '3000', tiers: [{ apr: '7.30' }] })
  })

  it('pay 0.04109589 USDT for 10 in 30 days, a line a day', async () => {
    const position = await subscribe()
    expect(position).toMatchObject({
      principal: '10',
      status: 'subscribed',
      startsAt: Date.UTC(2026, 5, 11),
      endsAt: null,
    })
    expect(available()).toBe('99990')
    await later(1)
    expect(await positions()).toMatchObject([{ status: 'earning', interestPaid: '0' }])
    await later(30)
    expect(available()).toBe('99990.04109589')
    const page = await history({ limit: '29' })
    expect(page.items).toHaveLength(29)
    expect(page.items[0]).toMatchObject({
      amount: expect.stringMatching(/^0\.0013698[67]$/),
      day: Date.UTC(2026, 6, 10),
      productId: 'USDT-flexible',
    })
    expect((await history({ cursor: page.next! })).items).toHaveLength(1)
    expect((await history({}, BEN)).items).toEqual([])
  })

  it('make up nine missed days in order after a restart', async () => {
    await subscribe()
    await later(1)
    await harness.stop()
    now += 9 * DAY
    await harness.start()
    await later(0)
    expect(available()).toBe(`99990.0${(10n ** 9n * 500n * 9n) / 3_650_000n}`)
    expect((await history()).items).toHaveLength(9)
  })

  it('count once, whatever restarts come', async () => {
    await subscribe()
    await later(3)
    const before = available()
    await harness.restart()
    await later(0)
    await harness.restartFromJournal()
    await later(0)
    expect([available(), (await history()).items.length]).toEqual([before, 2])
  })

  it('pay a fixed term at its end, and begin another one', async () => {
    const { positionId } = await subscribe({ productId: 'USDT-7', amount: '100', autoRenew: true })
    await later(7)
    expect(await positions()).toMatchObject([{ interestDue: '0.12', interestPaid: '0' }])
    await later(1)
    expect([available(), await positions()]).toMatchObject([
      '99900.14',
      [{ interestPaid: '0.14', interestDue: '0', startsAt: Date.UTC(2026, 5, 18) }],
    ])
    const call = (userId: string) =>
      harness.refusal('/v1/earn/autoRenew', { userId, body: { positionId, enabled: false } })
    expect(await call(BEN)).toMatchObject({ code: '40401' })
    expect(await call(ANN)).toMatchObject({ code: '0' })
    now += 7 * DAY
    await expect.poll(() => available()).toBe('100000.28')
    expect(await positions()).toEqual([])
  })

  it('keep the tier of a younger position while an older one ends', async () => {
    const productId = 'USDT-tiers'
    offered.push({ ...FIXED, id: productId, tiers: FLEXIBLE.tiers })
    await harness.restart()
    await subscribe({ productId, amount: '500' })
    await later(1)
    await subscribe({ productId, amount: '500' })
    await later(7)
    // Six days at 2 %, the older one's last day too.
    expect(await positions()).toMatchObject([{ interestDue: '0.16438356' }])
  })

  it('give back a broken term without interest', async () => {
    const { positionId } = await subscribe({ productId: 'USDT-7', amount: '100' })
    await later(4)
    expect(await redeemRefusal(positionId, '50')).toBe('40010')
    expect(await redeem(positionId, '100')).toMatchObject({ status: 'closed', principal: '0' })
    await later(5)
    expect([available(), (await history()).items]).toEqual(['100000', []])
  })

  it('pay back at once within the day’s quota, else after the day', async () => {
    const { positionId } = await subscribe({ amount: '1000' })
    expect(await redeem(positionId, '500')).toMatchObject({ principal: '500', redeeming: '0' })
    expect(await redeem(positionId, '500')).toMatchObject({
      principal: '500',
      redeeming: '500',
      status: 'redeeming',
    })
    expect(await redeemRefusal(positionId, '1')).toBe('40010')
    expect(available()).toBe('99500')
    now += DAY
    await expect.poll(() => available()).toBe('100000')
  })

  it('count the days that are over before a redemption', async () => {
    const [flexible, fixed] = [await subscribe(), await subscribe({ productId: FIXED.id }, BEN)]
    isHeld = true
    now += 8 * DAY
    const whole = await redeem(flexible.positionId, '10')
    expect(whole).toMatchObject({ status: 'closed', interestPaid: '0.00958904' })
    expect(available()).toBe('100000.00958904')
    // A term that is over is paid out with its interest, never broken.
    expect(await redeemRefusal(fixed.positionId, '10', BEN)).toBe('40401')
    expect(available(BEN)).toBe('100000.014')
  })

  it('count a day that ends while an earlier count runs', async () => {
    await subscribe()
    isHeld = true
    now += DAY
    const { service } = harness.trading
    const days = createDayCount({ service, clock, products: offered })
    const earlier = days.countAll()
    now += DAY
    await days.countAll()
    await earlier
    expect(available()).toBe('99990.00136986')
    await days.stop()
    now += DAY
    await days.countAll()
    expect(available()).toBe('99990.00136986')
  })

  it('end as they were agreed when they are offered no longer', async () => {
    await subscribe({ productId: FIXED.id, amount: '100', autoRenew: true })
    const { positionId } = await subscribe({ amount: '1000' })
    await redeem(positionId, '500')
    await redeem(positionId, '400')
    offered.length = 0
    await harness.restart()
    expect(await harness.call('/v1/earn/products', { userId: ANN })).toEqual([])
    expect(await refusal({})).toMatchObject({ code: '40401' })
    expect(await positions()).toHaveLength(2)
    now += 8 * DAY
    await expect.poll(() => available()).toBe('99900.14')
    expect(await positions()).toMatchObject([{ principal: '100', redeeming: '0' }])
    expect(await redeem(positionId, '100')).toMatchObject({ status: 'closed', interestPaid: '0' })
    expect(available()).toBe('100000.14')
  })

  it('keep asset and term while somebody has them', async () => {
    await subscribe()
    const { trading, db } = harness
    const open = (changes: Partial<EarnProductTerms>) =>
      createEarnModule({
        trading,
        db,
        clock,
        log: silentLog,
        products: [{ ...FLEXIBLE, ...changes }],
      })
    for (const changes of [{ asset: 'BTC' }, { days: 7 }])
      expect(() => open(changes)).toThrow('Somebody has the earn product USDT-flexible')
    await open({ tiers: [[null, 100]], quota: '9000' }).stop?.()
  })

  it('pause when the pool cannot pay, and refuse new funds meanwhile', async () => {
    await subscribe({ amount: '2000' })
    await subscribe({ amount: '1000' }, BEN)
    now += 400 * DAY
    await expect
      .poll(() => harness.trading.service.core.state.products.paused.has('USDT-flexible'))
      .toBe(true)
    const [product] = await harness.call<readonly EarnProduct[]>('/v1/earn/products', {
      userId: BEN,
    })
    expect(product?.isPaused).toBe(true)
    expect(await refusal({ amount: '1' })).toMatchObject({ code: '00006' })
    const { positionId } = (await positions())[0]!
    expect(await redeemRefusal(positionId, '500')).toBe('00006')
  })

  it('keep what they owe until the pool can pay it', async () => {
    const { core, run } = harness.trading.service
    const pausedAt = (productId: string) =>
      expect.poll(() => core.state.products.paused.has(productId)).toBe(true)
    const { positionId: flexible } = await subscribe({ amount: '2000' })
    now += 395 * DAY
    await pausedAt('USDT-flexible')
    const { positionId: over } = await subscribe({ productId: FIXED.id, amount: '2000' }, BEN)
    const { positionId: broken } = await subscribe({ productId: FIXED.id, amount: '1000' })
    now += 3 * DAY
    // Who breaks a term earns nothing: an empty pool keeps nobody from it.
    expect(await redeem(broken, '1000')).toMatchObject({ status: 'closed' })
    now += 5 * DAY
    await pausedAt(FIXED.id)
    expect(await redeemRefusal(over, '2000', BEN)).toBe('00006')
    expect(await redeemRefusal(flexible, '500')).toBe('00006')
    const { db } = harness
    const pool = createEarnPool({ service: harness.trading.service, db, clock, products: offered })
    const paused = ['USDT-flexible', 'USDT-7']
    expect(pool.assets()).toMatchObject([{ asset: 'USDT', treasury: '0', paused }])
    const more = { asset: 'USDT', amount: '100', key: 'more' }
    await expect(pool.fill(more)).rejects.toMatchObject({ code: '40201' })
    const coins = { network: 'evm-a', asset: 'USDT', atoms: String(10n ** 10n), height: 1 } as const
    run({ kind: 'treasury', at: now, ...coins, direction: 'in', key: 'first' })
    expect(await pool.fill(more)).toBe('filled: 100 USDT, key more')
    await expect.poll(() => available(BEN)).toBe('100002.8')
    expect(await pool.fill(more)).toBe('filled before: 100 USDT, key more')
    const other = { ...more, amount: '100.5' }
    await expect(pool.fill(other)).rejects.toMatchObject({ code: '40902' })
    expect(await pool.fillings()).toMatchObject([
      { asset: 'USDT', amount: '100', from: 'treasury', key: 'more' },
      { amount: '50', from: 'issuance', key: 'pool:USDT' },
    ])
    expect(pool.assets()).toMatchObject([{ treasury: '0', paused: [] }])
    expect(await redeem(flexible, '500')).toMatchObject({
      principal: '1500',
      interestPaid: '60.57534246',
    })
  })
})

describe('the same key (products 3)', () => {
  it('answers the same position, also when it is closed', async () => {
    const first = await subscribe({ clientOid: 'k' })
    expect(await subscribe({ clientOid: 'k', amount: '10.0' })).toEqual(first)
    expect(await refusal({ clientOid: 'k', amount: '11' })).toMatchObject({ code: '40902' })
    await redeem(first.positionId, '10', { clientOid: 'back' })
    expect(await redeem(first.positionId, '10', { clientOid: 'back' })).toMatchObject({
      status: 'closed',
    })
    expect(await subscribe({ clientOid: 'k' })).toMatchObject({ positionId: first.positionId })
    expect(available()).toBe('100000')
  })

  it('makes one position of fifty requests at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => subscribe({ clientOid: 'storm' })))
    expect([available(), (await positions()).length]).toEqual(['99990', 1])
  })
})

describe('limits and bad input (products 3, products 8)', () => {
  it('holds a customer and everybody to their quotas', async () => {
    await subscribe({ amount: '1500' })
    expect(await refusal({ amount: '501' })).toMatchObject({
      code: '40010',
      data: { field: 'amount' },
    })
    await subscribe({ amount: '1000' }, BEN)
    expect(await refusal({ amount: '501' }, BEN)).toMatchObject({ code: '40010' })
    expect(await refusal({ amount: '500' }, BEN)).toMatchObject({ code: '0' })
  })

  it.each([
    [{ amount: '0.99999999' }, '40010', 'amount'],
    [{ amount: '0' }, '40010', 'amount'],
    [{ amount: '-5' }, '40010', 'amount'],
    [{ amount: '1e2' }, '40010', 'amount'],
    [{ amount: '１０' }, '40010', 'amount'],
    [{ amount: '10.000000001' }, '40010', 'amount'],
    [{ amount: '9'.repeat(41) }, '40010', 'amount'],
    [{ amount: 10 }, '40010', 'amount'],
    [{ clientOid: 'a b' }, '40010', 'clientOid'],
    [{ clientOid: '' }, '40010', 'clientOid'],
  ])('%j is %s for %s', async (changes, code, field) => {
    expect(await refusal(changes)).toMatchObject({ code, data: { field } })
    expect(available()).toBe('100000')
  })

  it('refuses an unknown product, and another user’s position (40401)', async () => {
    expect(await refusal({ productId: 'USDT-365' })).toMatchObject({ code: '40401' })
    const { positionId } = await subscribe()
    expect(await redeemRefusal(positionId, '1', BEN)).toBe('40401')
    for (const wrong of ['999', 'x', '-1', '1e3', ''])
      expect(await redeemRefusal(wrong, '1')).toBe('40401')
    expect(await positions(BEN)).toEqual([])
    expect(available()).toBe('99990')
  })

  it('gives the same funds to a subscription or an order, never both', async () => {
    await harness.call('/v1/asset/transfer', {
      userId: ANN,
      body: { fromUserId: ANN, toUserId: SUB, asset: 'USDT', amount: '99990', clientOid: 't' },
    })
    const answers = await Promise.all([
      refusal({ amount: '10' }),
      refusal({ amount: '10' }),
      harness.refusal('/v1/spot/order/place', {
        userId: ANN,
        body: {
          symbol: 'LTCUSDT',
          side: 'buy',
          orderType: 'limit',
          price: '100',
          size: '0.1',
          clientOid: 'o',
        },
      }),
    ])
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
  })
})
