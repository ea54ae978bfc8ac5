import { interestFor } from '@x/trading/futures'
import { describe, expect, it, vi } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { atoms, brokenMarginRules, createMarginFixture, HOUR } from './testing/marginFixture.ts'

const USDT = 10n ** 8n

describe('loans', () => {
  it('takes loans from the pool and charges the first hour at once (futures 7)', () => {
    const { fund, borrow, own, owed, of } = createMarginFixture()
    fund('7', 'BTC', '1')
    expect(borrow('7', 'USDT', '10000')).toBe('done')
    expect(own('7', 'USDT')).toBe(10_000n * USDT)
    expect(owed('7', 'USDT')).toBe(10_000n * USDT + 5_261_625n)
    expect(of('pool', 'USDT').balance).toBe(9_990_000n * USDT)
    expect(of('lent', 'USDT').balance).toBe(owed('7', 'USDT'))
  })

  it('charges each full UTC hour once, as the published example (futures 7)', () => {
    const { fund, borrow, owed, send, clock, account } = createMarginFixture()
    fund('7', 'BTC', '1')
    borrow('7', 'USDT', '10000')
    for (const hour of [1, 1, 2, 2]) {
      clock.now = hour * HOUR
      send({ kind: 'marginInterest', realm: 'live', hour, part: 0 })
    }
    const interest = owed('7', 'USDT') - 10_000n * USDT
    expect(interest).toBe(15_784_875n)
    expect(account('7').loans.get('USDT')?.interest).toBe(interest)
    const times = { from: 10 * 60_000, to: 150 * 60_000 }
    expect(interestFor({ principal: '10000', dailyRate: '0.000126279', ...times })).toBe(
      '0.15784875',
    )
  })

  it('charges a passed hour before a loan grows or is repaid (futures 7)', () => {
    const { fund, borrow, repay, own, owed, clock, prices, account, send } = createMarginFixture()
    fund('7', 'BTC', '1')
    fund('7', 'USDT', '30000')
    borrow('7', 'USDT', '10000')
    clock.now = HOUR + 500
    prices()
    borrow('7', 'USDT', '10000')
    // The hour that has begun at 10,000, then the draw of 10,000 more.
    const three = 3n * 5_261_625n
    expect(account('7').loans.get('USDT')).toMatchObject({ interest: three, hour: 1 })
    send({ kind: 'marginInterest', realm: 'live', hour: 1, part: 0 })
    expect(account('7').loans.get('USDT')?.interest).toBe(three)
    clock.now = 3 * HOUR
    expect(repay('7', 'USDT', '99999')).toBe('done')
    // All of it: two more hours of 20,000 were counted first.
    expect(owed('7', 'USDT')).toBe(0n)
    expect(own('7', 'USDT')).toBe(30_000n * USDT - three - 4n * 5_261_625n)
  })

  it('pays interest first and gives the money to the pool (futures 7)', () => {
    const { fund, borrow, repay, owed, of, account } = createMarginFixture()
    fund('7', 'BTC', '1')
    borrow('7', 'USDT', '10000')
    expect(repay('7', 'USDT', '0.05')).toBe('done')
    expect(account('7').loans.get('USDT')?.interest).toBe(261_625n)
    expect(of('pool', 'USDT').balance).toBe(9_990_000n * USDT + 5_000_000n)
    fund('7', 'USDT', '1')
    expect(repay('7', 'USDT', '999999')).toBe('done')
    expect(owed('7', 'USDT')).toBe(0n)
    expect(account('7').loans.size).toBe(0)
    expect(repay('7', 'USDT', '1')).toBe('nothing-owed')
  })

  it('refuses above limit, pool and level (futures 7)', () => {
    const { fund, borrow, send, level } = createMarginFixture()
    fund('7', 'BTC', '9')
    expect(borrow('7', 'USDT', '500001')).toBe('loan-limit')
    expect(borrow('7', 'SOL', '1')).toBe('no-mark')
    fund('8', 'USDT', '3000')
    // 3000 + 0.95 x for x owed: above 1.5 while x is below 5454.5.
    expect(borrow('8', 'BTC', '0.0910')).toBe('margin-level')
    expect(borrow('8', 'BTC', '0.0909')).toBe('done')
    expect(level('8')).toBe(1.5)
    const row = { kind: 'poolSeed', realm: 'paper', key: 'x', asset: 'USDT', atoms: '5' } as const
    expect(send(row)).toBe('done')
    const names = { clientOid: 'x', digest: 'd', limit: '99', asset: 'USDT' }
    const move = { kind: 'grant', realm: 'paper', userId: '7', key: 'p', funds: { BTC: '999' } }
    send(move as never)
    const loan = { kind: 'marginBorrow', realm: 'paper', userId: '7', ...names } as const
    expect(send({ ...loan, atoms: '6' })).toBe('pool-empty')
  })

  it('takes a clientOid once, and no amount that is not above zero (futures 7)', () => {
    const { fund, send, owed } = createMarginFixture()
    fund('7', 'BTC', '1')
    const loan = {
      kind: 'marginBorrow',
      realm: 'live',
      userId: '7',
      asset: 'USDT',
      limit: '999999999999',
      clientOid: 'same',
      digest: 'd',
    } as const
    expect(send({ ...loan, atoms: '-5' })).toBe('no-transfer')
    expect(send({ ...loan, atoms: '100' })).toBe('done')
    expect(send({ ...loan, atoms: '100' })).toBe('key-used')
    expect(owed('7', 'USDT')).toBe(101n)
  })

  it('refuses loans and moves on prices that are not fresh (futures 5)', () => {
    const { fund, borrow, move, clock, prices } = createMarginFixture()
    fund('7', 'BTC', '1')
    borrow('7', 'USDT', '100')
    clock.now += 10_001
    expect(borrow('7', 'USDT', '100')).toBe('no-mark')
    expect(move('7', ['margin', 'spot', 'USDT', '100'])).toBe('no-mark')
    prices()
    expect(borrow('7', 'USDT', '100')).toBe('done')
  })

  it('lets funds leave above their level only (futures 7)', () => {
    const { fund, borrow, move, level } = createMarginFixture()
    fund('7', 'USDT', '3000')
    fund('7', 'USDT', '2900', 'margin:BTCUSDT')
    borrow('7', 'USDT', '3000')
    expect(level('7')).toBeLessThan(2)
    expect(move('7', ['margin', 'spot', 'USDT', '1'])).toBe('margin-level')
    fund('7', 'USDT', '1')
    expect(move('7', ['margin', 'spot', 'USDT', '1'])).toBe('margin-level')
    expect(move('7', ['margin', 'spot', 'USDT', '0.9'])).toBe('done')
    expect(move('7', ['margin:BTCUSDT', 'spot', 'USDT', '2900'])).toBe('done')
    expect(move('7', ['spot', 'margin:BTCUSDT', 'ETH', '1'])).toBe('no-transfer')
    expect(move('7', ['spot', 'margin:NOSUCH', 'USDT', '1'])).toBe('no-transfer')
  })
})

describe('isolated accounts', () => {
  it('keeps funds and debts of a pair apart (futures 7)', () => {
    const { fund, borrow, own, owed, send } = createMarginFixture()
    fund('7', 'USDT', '1000', 'margin:BTCUSDT')
    expect(borrow('7', 'USDT', '9100', 'BTCUSDT')).toBe('margin-level')
    expect(borrow('7', 'USDT', '9000', 'BTCUSDT')).toBe('done')
    expect(own('7', 'USDT', 'BTCUSDT')).toBe(10_000n * USDT)
    expect(owed('7', 'USDT')).toBe(0n)
    const change = {
      kind: 'marginLeverage',
      realm: 'live',
      userId: '7',
      symbol: 'BTCUSDT',
    } as const
    expect(send({ ...change, leverage: 5 })).toBe('orders-or-positions')
    expect(send({ ...change, leverage: 7 })).toBe('leverage')
    expect(send({ ...change, userId: '8', leverage: 3 })).toBe('done')
  })

  it('limits each leverage of BTCUSDT by the published tiers (futures 7)', () => {
    const { fund, borrow } = createMarginFixture()
    fund('7', 'BTC', '50', 'margin:BTCUSDT')
    expect(borrow('7', 'USDT', '70001', 'BTCUSDT')).toBe('loan-limit')
    expect(borrow('7', 'USDT', '70000', 'BTCUSDT')).toBe('done')
    expect(borrow('7', 'BTC', '9.1', 'BTCUSDT')).toBe('loan-limit')
    expect(borrow('7', 'ETH', '1', 'BTCUSDT')).toBe('loan-limit')
  })
})

describe('orders on credit', () => {
  it('reserves what the account lacks and costs nothing without a fill (futures 7)', () => {
    const { fund, place, of, owed, state, send } = createMarginFixture()
    fund('7', 'USDT', '6000')
    expect(place('7', 'buy', { lots: 20_000, ticks: 5_000_000, loan: 'auto' })).toBe('open')
    const [order] = state.orders.values()
    expect([order?.held, order?.line]).toEqual([6_000n * USDT, 4_000n * USDT])
    expect(of('pool', 'USDT').held).toBe(4_000n * USDT)
    expect(owed('7', 'USDT')).toBe(0n)
    expect(send({ kind: 'cancel', orderId: order!.id })).toBe('cancelled')
    expect(of('pool', 'USDT').held).toBe(0n)
    expect(owed('7', 'USDT')).toBe(0n)
  })

  it('goes through no other orders for a further one or a level (futures 7)', () => {
    const { fund, place, level, state } = createMarginFixture()
    fund('7', 'USDT', '10000')
    const terms = { lots: 100, ticks: 5_000_000, loan: 'auto' } as const
    const many = 300
    for (let count = 0; count < many; count++) expect(place('7', 'buy', terms)).toBe('open')
    const visits = vi.spyOn(Set.prototype, Symbol.iterator)
    try {
      expect(place('7', 'buy', terms)).toBe('open')
      expect(level('7')).toBeGreaterThan(0)
      const sizes = visits.mock.contexts.map((set) => (set as Set<unknown>).size)
      expect(sizes.filter((size) => size >= many)).toEqual([])
    } finally {
      visits.mockRestore()
    }
    expect(state.orders.size).toBe(many + 1)
  })

  it('draws with each fill what the account does not have (futures 7)', () => {
    const { fund, place, quote, of, owed, own, state } = createMarginFixture()
    fund('7', 'USDT', '6000')
    quote('sell', 6_000_000, 5_000)
    place('7', 'buy', { lots: 20_000, ticks: 6_000_000, loan: 'auto' })
    expect(owed('7', 'USDT')).toBe(0n)
    quote('sell', 6_000_000, 10_000)
    // 3,000 were paid, 3,000 are left, and 6,000 are due: 3,000 and an hour of interest.
    expect(owed('7', 'USDT')).toBe(3_000n * USDT + 1_578_488n)
    const [order] = state.orders.values()
    expect(order?.held).toBe(0n)
    expect(order?.line).toBe(3_000n * USDT)
    expect(of('pool', 'USDT').held).toBe(3_000n * USDT)
    expect(own('7', 'BTC')).toBe(14_985_000n)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('sells short and repays with what it buys back (futures 7)', () => {
    const { fund, place, quote, owed, own } = createMarginFixture()
    fund('7', 'USDT', '6000')
    quote('buy', 5_999_000, 10_000)
    place('7', 'sell', { lots: 10_000, ticks: 5_990_000, loan: 'auto' })
    expect(owed('7', 'BTC')).toBeGreaterThan(10_000_000n)
    quote('sell', 5_900_000, 20_000)
    place('7', 'buy', { lots: 10_100, ticks: 5_900_000, loan: 'repay' })
    expect(owed('7', 'BTC')).toBe(0n)
    expect(own('7', 'BTC')).toBeGreaterThan(0n)
  })

  it('refuses an order beyond the level, the pool or without a loan (futures 7)', () => {
    const { fund, place } = createMarginFixture()
    fund('7', 'USDT', '6000')
    const far = { lots: 40_000, ticks: 6_000_000 }
    expect(place('7', 'buy', far)).toBe('balance')
    expect(place('7', 'buy', { ...far, loan: 'repay' })).toBe('balance')
    expect(place('7', 'buy', { ...far, loan: 'auto', loanLimit: '1' })).toBe('loan-limit')
    expect(place('7', 'buy', { ...far, loan: 'auto' })).toBe('margin-level')
    expect(place('7', 'buy', { ...far, lots: 29_000, loan: 'auto' })).toBe('open')
    expect(place('7', 'buy', { ...far, lots: 2_000, loan: 'auto' })).toBe('margin-level')
  })

  it('trades an isolated account in the same book (futures 7)', () => {
    const { fund, place, quote, own, owed, state } = createMarginFixture()
    fund('7', 'USDT', '1000', 'margin:BTCUSDT')
    quote('sell', 6_000_000, 10_000)
    const terms = { lots: 10_000, ticks: 6_000_000, account: 'isolated', loan: 'auto' } as const
    expect(place('7', 'buy', terms)).toBe('filled')
    expect(own('7', 'BTC', 'BTCUSDT')).toBe(9_990_000n)
    expect(owed('7', 'USDT', 'BTCUSDT')).toBeGreaterThan(5_000n * USDT)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('gives the exits of an entry no line (futures 7)', () => {
    const { fund, place, quote, state, own } = createMarginFixture()
    fund('7', 'USDT', '3000')
    quote('sell', 6_000_000, 10_000)
    const exits = { by: 'last', byFill: true, stopLoss: { ticks: 5_500_000, limit: 0 } } as const
    place('7', 'buy', { lots: 10_000, ticks: 6_000_000, loan: 'auto', exits })
    const [exit] = state.orders.values()
    expect(exit?.orderType).toBe('tp_sl')
    expect(exit?.account).toBe('cross')
    expect([exit?.loan, exit?.line]).toEqual([undefined, undefined])
    expect(exit?.held).toBeLessThanOrEqual(own('7', 'BTC'))
  })

  it('changes the line with the order, and gives it back (futures 7)', () => {
    const { fund, place, of, state, send } = createMarginFixture()
    fund('7', 'USDT', '6000')
    place('7', 'buy', { lots: 20_000, ticks: 5_000_000, loan: 'auto' })
    const [order] = state.orders.values()
    const amend = { kind: 'amend', orderId: order!.id, budget: 0 } as const
    expect(send({ ...amend, ticks: 5_000_000, lots: 10_000 })).toBe('open')
    expect((order?.held ?? 0n) + (order?.line ?? 0n)).toBe(5_000n * USDT)
    expect(of('pool', 'USDT').held).toBe(order?.line ?? 0n)
    send({ kind: 'cancel', orderId: order!.id })
    expect(of('pool', 'USDT').held).toBe(0n)
  })
})

describe('an order on credit that changes', () => {
  function openOrder() {
    const fixture = createMarginFixture()
    fixture.fund('7', 'USDT', '6000')
    fixture.place('7', 'buy', { lots: 10_000, ticks: 5_000_000, loan: 'auto' })
    const [order] = fixture.state.orders.values()
    if (!order) throw new Error('There is no order.')
    const amend = (lots: number, credit?: { readonly limit?: string }) =>
      fixture.send({
        kind: 'amend',
        orderId: order.id,
        budget: 0,
        ticks: order.ticks,
        lots,
        ...(credit ? { credit } : {}),
      })
    return { ...fixture, order, amend }
  }

  it('grows on credit, within limit and level (futures 7)', () => {
    const { order, amend, of, state } = openOrder()
    const limit = String(500_000n * USDT)
    expect(amend(20_000, { limit })).toBe('open')
    expect(order.held).toBe(6_000n * USDT)
    expect(order.line).toBe(4_000n * USDT)
    expect(of('pool', 'USDT').held).toBe(4_000n * USDT)
    expect(amend(22_000, { limit: String(4_999n * USDT) })).toBe('loan-limit')
    expect(amend(22_000, { limit: String(5_000n * USDT) })).toBe('open')
    // 6,000 of its own and 13,000 lent are no longer above 1.5.
    expect(amend(38_000, { limit })).toBe('margin-level')
    expect(amend(10_000, { limit })).toBe('open')
    expect(of('pool', 'USDT').held).toBe(order.line ?? 0n)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('is not changed by an account that is due (futures 7)', () => {
    const { amend, borrow, fund, move, prices, order } = openOrder()
    fund('7', 'BTC', '0.5')
    expect(borrow('7', 'DOGE', '160000')).toBe('done')
    expect(move('7', ['margin', 'spot', 'DOGE', '160000'])).toBe('done')
    prices({ DOGE: '0.21' })
    expect(amend(5_000, {})).toBe('being-liquidated')
    expect(order.lots).toBe(10_000)
    // An older journal has changed it so.
    expect(amend(5_000)).toBe('open')
  })
})

describe('liquidation', () => {
  function openDue() {
    const fixture = createMarginFixture()
    const { fund, place, quote, prices } = fixture
    fund('7', 'USDT', '3100')
    quote('sell', 6_000_000, 14_000)
    place('7', 'buy', { lots: 14_000, ticks: 6_000_000, loan: 'auto' })
    place('7', 'buy', { lots: 1_000, ticks: 5_000_000, loan: 'auto' })
    return { ...fixture, fall: (to: string) => prices({ BTC: to }) }
  }

  it('refuses to liquidate above the liquidation level (futures 7)', () => {
    const { send, fall, level, ladder } = openDue()
    fall('45000')
    expect(level('7')).toBeGreaterThan(1.1)
    expect(ladder()).toEqual([])
    const step = { kind: 'marginLiquidate', realm: 'live', userId: '7', step: 'cancel' } as const
    expect(send(step)).toBe('not-due')
  })

  it('cancels, sells slices near the index, and stops at the call level (futures 7)', () => {
    const { fall, level, ladder, quote, state, account, of } = openDue()
    fall('42000')
    expect(level('7')).toBeLessThanOrEqual(1.1)
    quote('buy', 4_190_000, 100_000)
    quote('buy', 4_000_000, 100_000)
    expect(ladder()).toEqual(['cancel done', 'trade done'])
    for (let second = 0; second < 5; second++) ladder()
    expect(level('7')).toBeGreaterThanOrEqual(1.3)
    expect(level('7')).toBeLessThan(1.35)
    expect(account('7').isLiquidating).toBe(false)
    expect(state.orders.size).toBe(0)
    expect(of('fund:margin', 'USDT').balance).toBeGreaterThan(0n)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('takes no orders, loans or moves of an account that is due (futures 7)', () => {
    const { fall, place, borrow, move, repay, fund } = openDue()
    fall('42000')
    expect(place('7', 'sell', { lots: 1, ticks: 6_000_000 })).toBe('being-liquidated')
    expect(borrow('7', 'USDT', '1')).toBe('being-liquidated')
    expect(move('7', ['margin', 'spot', 'BTC', '0.001'])).toBe('being-liquidated')
    expect(fund('7', 'USDT', '100')).toBe('done')
    expect(repay('7', 'USDT', '100')).toBe('done')
  })

  it.each([
    ['prices', '47000', ({ prices }: ReturnType<typeof openDue>) => prices({ BTC: '60000' })],
    [
      'repayments',
      '36000',
      ({ fund, repay }) => `${fund('7', 'USDT', '1500')} ${repay('7', 'USDT', '1500')}`,
    ],
  ] satisfies [string, string, (due: ReturnType<typeof openDue>) => string][])(
    'ends a liquidation when %s reach the call level (futures 7)',
    (_what, price, recover) => {
      const due = openDue()
      due.fall('42000')
      due.quote('buy', 4_180_000, 100)
      expect(due.ladder()).toEqual(['cancel done', 'trade done'])
      expect(due.account('7').isLiquidating).toBe(true)
      recover(due)
      expect(due.prices()).toBe('done')
      expect(due.account('7').isLiquidating).toBe(false)
      expect(due.place('7', 'sell', { lots: 100, ticks: 7_000_000 })).toBe('open')
      // Below the call level alone nothing begins again (futures F8).
      due.fall(price)
      expect(due.level('7')).toBeGreaterThan(1.1)
      expect(due.level('7')).toBeLessThan(1.3)
      expect(due.ladder()).toEqual([])
    },
  )

  it('refuses a slice beyond 2 % of the index (futures 7)', () => {
    const { fall, send } = openDue()
    fall('42000')
    const slice = { symbol: 'BTCUSDT', side: 'sell', lots: 100, makerPpm: 0, takerPpm: 0 } as const
    const step = { kind: 'marginLiquidate', realm: 'live', userId: '7', step: 'trade' } as const
    expect(send({ ...step, slice: { ...slice, ticks: 4_115_999 } })).toBe('price-band')
    expect(send({ ...step, slice: { ...slice, ticks: 4_116_000, lots: 99_999 } })).toBe('balance')
    expect(send({ ...step, slice: { ...slice, ticks: 4_116_000 } })).toBe('done')
    expect(send({ ...step, step: 'shortage' })).toBe('not-due')
  })

  it('pays a shortage from fund, then house account, never the pool (futures 7)', () => {
    const { fall, ladder, quote, state, owed, of, account } = openDue()
    const before = of('pool', 'USDT').balance + owed('7', 'USDT')
    fall('30000')
    quote('buy', 3_000_000, 100_000)
    for (let second = 0; second < 5; second++) ladder()
    expect(owed('7', 'USDT')).toBe(0n)
    expect(account('7').loans.size).toBe(0)
    expect(of('pool', 'USDT').balance).toBe(before)
    expect(of('fund:margin', 'USDT').balance).toBe(0n)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('liquidates at 1.05 and stops at the middle in an isolated account (futures 7)', () => {
    const { fund, place, quote, prices, level, ladder } = createMarginFixture()
    fund('7', 'USDT', '700', 'margin:BTCUSDT')
    quote('sell', 6_000_000, 10_000)
    place('7', 'buy', { lots: 10_000, ticks: 6_000_000, account: 'isolated', loan: 'auto' })
    prices({ BTC: '56000' })
    expect(level('7', 'BTCUSDT')).toBeGreaterThan(1.05)
    expect(ladder()).toEqual([])
    prices({ BTC: '55700' })
    expect(level('7', 'BTCUSDT')).toBeLessThanOrEqual(1.05)
    quote('buy', 5_570_000, 100_000)
    for (let second = 0; second < 5; second++) ladder()
    expect(level('7', 'BTCUSDT')).toBeGreaterThanOrEqual(1.0805)
    expect(level('7', 'BTCUSDT')).toBeLessThan(1.11)
  })

  it('buys a debt back with the quote asset (futures 7)', () => {
    const { fund, place, quote, prices, owed, level, ladder } = createMarginFixture()
    fund('7', 'USDT', '4000')
    quote('buy', 6_000_000, 12_000)
    place('7', 'sell', { lots: 12_000, ticks: 6_000_000, loan: 'auto' })
    prices({ BTC: '86000' })
    expect(level('7')).toBeLessThanOrEqual(1.1)
    quote('sell', 8_610_000, 100_000)
    const before = owed('7', 'BTC')
    for (let second = 0; second < 5; second++) ladder()
    expect(owed('7', 'BTC')).toBeLessThan(before)
    expect(level('7')).toBeGreaterThanOrEqual(1.3)
  })
})

describe('what a liquidation sells', () => {
  /** Owes ETH that has left the account. */
  function openShort({ usdt = '0', btc = '1', debt = '9.4', eth = '5520' }) {
    const fixture = createMarginFixture()
    fixture.fund('7', 'BTC', btc)
    fixture.fund('7', 'USDT', usdt)
    expect(fixture.borrow('7', 'ETH', debt)).toBe('done')
    expect(fixture.move('7', ['margin', 'spot', 'ETH', debt])).toBe('done')
    const before = fixture.owed('7', 'ETH')
    fixture.prices({ ETH: eth })
    fixture.quote('buy', 5_990_000, 1_000_000)
    fixture.quote('sell', Math.round(Number(eth) * 100.1), 10_000_000, 'ETHUSDT')
    const steps = [fixture.ladder()]
    while (fixture.account('7').isLiquidating && steps.length < 30) steps.push(fixture.ladder())
    const repaid = ((before - fixture.owed('7', 'ETH')) * BigInt(eth)) / 10n ** 10n
    return { ...fixture, repaid, steps: steps.length }
  }

  it.each([
    ['0', {}],
    ['40000', { usdt: '40000', debt: '15.9', eth: '5548' }],
  ])('sells no more than buys a debt back beside %s USDT (futures 7)', (usdt, terms) => {
    const { own, level, repaid, steps, state } = openShort(terms)
    const sold = (10n ** 8n - own('7', 'BTC')) * 60_000n
    expect(level('7')).toBeGreaterThanOrEqual(1.3)
    expect(steps).toBeLessThan(10)
    expect(repaid).toBeGreaterThan(20_000n * USDT)
    // Fees, the distance from the index, and 4 % of the last slice.
    expect(sold).toBeLessThan((repaid * 106n) / 100n - BigInt(usdt) * USDT)
    expect(own('7', 'USDT')).toBeLessThan(1_000n * USDT)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('sells nothing while money in hand buys the debt back (futures 7)', () => {
    const { own, level } = openShort({
      usdt: '40000',
      btc: '0.1',
      debt: '7.5',
      eth: '5550',
    })
    expect(own('7', 'BTC')).toBe(10n ** 7n)
    expect(own('7', 'USDT')).toBeLessThan(40_000n * USDT)
    expect(level('7')).toBeGreaterThanOrEqual(1.3)
  })

  it('sells less of an asset that counts for less (futures 7)', () => {
    const { fund, borrow, move, prices, quote, ladder, own, level, account } = createMarginFixture()
    fund('7', 'DOGE', '100000')
    expect(borrow('7', 'USDT', '3900')).toBe('done')
    expect(move('7', ['margin', 'spot', 'USDT', '3900'])).toBe('done')
    prices({ DOGE: '0.0536' })
    expect(level('7')).toBeLessThanOrEqual(1.1)
    quote('buy', 5_360, 1_000_000, 'DOGEUSDT')
    for (let second = 0; second < 5; second++) ladder()
    expect(account('7').isLiquidating).toBe(false)
    expect(level('7')).toBeGreaterThanOrEqual(1.3)
    // A sale alone lifts the level too: 0.8 of DOGE becomes 1 of USDT.
    expect(own('7', 'USDT')).toBeLessThan(100n * USDT)
  })
})

describe('dust in a write-off', () => {
  /** DOGE worth less than the smallest order, and a debt below that. */
  function openDust() {
    const fixture = createMarginFixture()
    fixture.fund('7', 'DOGE', '100')
    expect(fixture.borrow('7', 'USDT', '3.9')).toBe('done')
    expect(fixture.move('7', ['margin', 'spot', 'USDT', '3.9'])).toBe('done')
    fixture.prices({ DOGE: '0.0495' })
    const debt = fixture.owed('7', 'USDT')
    const taken = () => fixture.of('fund:margin', 'DOGE').balance * 495n
    return { ...fixture, debt: debt * 10_000n, taken }
  }

  it('takes no more than is owed, at the index price (futures 7)', () => {
    const { debt, taken, ladder, owed, own, state } = openDust()
    expect(ladder()).toEqual(['cancel done', 'shortage done'])
    expect(owed('7', 'USDT')).toBe(0n)
    expect(taken()).toBeLessThanOrEqual(debt)
    expect(taken()).toBeGreaterThan(debt - 495n)
    expect(own('7', 'DOGE')).toBeGreaterThan(0n)
    expect(brokenMarginRules(state)).toEqual([])
  })

  it('takes from an older journal what its rule took (futures F11)', () => {
    const { debt, taken, send } = openDust()
    const step = { kind: 'marginLiquidate', realm: 'live', userId: '7', step: 'shortage' } as const
    expect(send(step)).toBe('done')
    const written = (debt * 100n) / 80n
    expect(taken()).toBeLessThanOrEqual(written)
    expect(taken()).toBeGreaterThan(written - 495n)
  })
})

it('ends loans, orders and margin accounts with a paper season (futures 8)', () => {
  const fixture = createMarginFixture({ realm: 'paper' })
  const { fund, borrow, send, of, own, owed, account, exchange } = fixture
  const lent = of('pool', 'USDT').balance
  expect(send({ kind: 'paperOpen', userId: '7', funds: { USDT: '1' } })).toBe('done')
  for (const symbol of [undefined, 'BTCUSDT'] as const) {
    fund('7', 'BTC', '1', symbol ? `margin:${symbol}` : 'margin')
    expect(borrow('7', 'USDT', '10000', symbol)).toBe('done')
  }
  // In its BTC account nothing is left to pay with: the house account does.
  const out = ['margin', 'spot', 'USDT', '10000'] as const
  expect(fixture.move('7', out)).toBe('done')
  fund('8', 'BTC', '1')
  borrow('8', 'USDT', '500')
  expect(send({ kind: 'paperReset', userId: '7', funds: { USDT: '50000' } })).toBe('done')
  for (const symbol of [undefined, 'BTCUSDT'] as const) {
    expect([owed('7', 'USDT', symbol), own('7', 'USDT', symbol)]).toEqual([0n, 0n])
    expect(own('7', 'BTC', symbol)).toBe(0n)
    expect(account('7', symbol).loans.size).toBe(0)
  }
  // The pool has everything back but the loan of another user.
  expect(owed('8', 'USDT')).toBeGreaterThan(500n * USDT)
  expect(of('pool', 'USDT').balance).toBeGreaterThanOrEqual(lent - 500n * USDT)
  expect(brokenMarginRules(exchange.state)).toEqual([])
})

it('leaves no trace in a state that never used it', () => {
  const { state } = createExchange(SPOT_SYMBOLS)
  expect(stateText(state)).not.toMatch(/margin|loan|debt/)
})

it('continues exactly from a snapshot (futures F11)', () => {
  const { fund, place, borrow, state } = createMarginFixture()
  fund('7', 'USDT', '6000')
  borrow('7', 'USDT', '100')
  place('7', 'buy', { lots: 20_000, ticks: 5_000_000, loan: 'auto' })
  const copy = copyState(state)
  expect(stateText(copy)).toBe(stateText(state))
  expect(atoms('USDT', '1')).toBe(USDT)
})
