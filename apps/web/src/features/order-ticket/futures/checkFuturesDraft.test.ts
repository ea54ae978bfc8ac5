import { describe, expect, it } from 'vitest'
import { BTC_LONG } from '../../../testing/futuresFixtures.ts'
import { checkFuturesDraft, triggerReference } from './checkFuturesDraft.ts'
import { newFuturesDraft } from './futuresDraft.ts'
import { availableOf, BOOK, BTC, INVERSE } from './testing/futuresTicket.ts'

const draft = { ...newFuturesDraft('buy'), price: '60000', size: '0.1' }
const market = {
  spec: BTC,
  book: BOOK,
  ticker: { last: '60500.0' },
  available: availableOf(),
}
const check = (part: object, over: object = {}) =>
  checkFuturesDraft({ ...draft, ...part }, { ...market, ...over })
const refusals = (part: object, over: object = {}) =>
  Object.entries(check(part, over).problems).map(([field, problem]) => [field, problem?.refusal])

describe('a futures draft', () => {
  it('is ready where nothing is wrong', () => {
    expect(check({})).toEqual({ problems: {}, missing: undefined, isReady: true })
  })

  it('says what is missing first', () => {
    expect(check({ price: '' }).missing).toBe('price')
    expect(check({ type: 'stop_market', size: '' }).missing).toBe('trigger')
    expect(check({ type: 'market', size: '' }).missing).toBe('size')
    expect(check({ hasExits: true }).missing).toBe('takeProfit')
    expect(check({ hasExits: true, stopLoss: '55000' }).isReady).toBe(true)
  })

  it('is refused off tick and step (futures 4)', () => {
    expect(refusals({ price: '60000.05' })).toEqual([['price', 'tick']])
    expect(refusals({ size: '0.1005' })).toEqual([['size', 'step']])
  })

  it('is refused past the band around the mark (futures 1)', () => {
    expect(refusals({ price: '63525.1', size: '0.01' })).toEqual([['price', 'protection']])
    expect(refusals({ price: '63525.0', size: '0.01' })).toEqual([])
    expect(check({ side: 'sell', price: '57474.9', size: '0.01' }).problems.price).toMatchObject({
      limit: '57475.0',
      reference: '60500.0',
    })
  })

  it('is refused below the minimum and above what is available', () => {
    expect(refusals({ price: '4000', size: '0.001' }, { available: undefined })).toEqual([
      ['size', 'minimum'],
    ])
    expect(refusals({ size: '0.33' })).toEqual([['size', 'balance']])
    expect(check({ size: '0.33' }).problems.size).toMatchObject({ limit: '0.329' })
  })

  it('must rest where it is post-only', () => {
    expect(refusals({ price: '60500.1', timeInForce: 'post_only' })).toEqual([
      ['price', 'would-cross'],
    ])
  })

  it('trails within its rates, from a better price or at once (futures 4)', () => {
    const trailing = { type: 'trailing', price: '' }
    expect(check(trailing)).toEqual({ problems: {}, missing: undefined, isReady: true })
    expect(check({ ...trailing, rate: '' }).missing).toBe('rate')
    for (const rate of ['0.09', '10.01', '1.005'])
      expect(check({ ...trailing, rate }).problems.rate).toMatchObject({
        refusal: 'parameter',
        field: 'callbackRate',
        limit: '0.1–10',
      })
    for (const rate of ['0.1', '10', '2.55'])
      expect(check({ ...trailing, rate }).isReady).toBe(true)
    // A buy trails from below the market, a sell from above.
    expect(refusals({ ...trailing, trigger: '60500.1' })).toEqual([['trigger', 'direction']])
    expect(refusals({ ...trailing, trigger: '60400' })).toEqual([])
    expect(refusals({ ...trailing, side: 'sell', trigger: '60400' })).toEqual([
      ['trigger', 'direction'],
    ])
  })

  it('needs no size where it closes the whole position (futures 4)', () => {
    const whole = { closesPosition: true, size: '', trigger: '62000', type: 'stop_market' }
    expect(check(whole).isReady).toBe(true)
    expect(check({ ...whole, isTwoWay: true }).missing).toBe('size')
    expect(check({ ...whole, isTwoWay: true, tradeSide: 'close' }).isReady).toBe(true)
    expect(check({ ...whole, type: 'limit' }).missing).toBe('size')
  })

  it('keeps an exit on the wrong side, with a message (trading 2)', () => {
    expect(refusals({ hasExits: true, takeProfit: '59000', stopLoss: '61000' })).toEqual([
      ['takeProfit', 'direction'],
      ['stopLoss', 'direction'],
    ])
    const short = { side: 'sell', price: '61000', hasExits: true, takeProfit: '59000' }
    expect(refusals(short)).toEqual([])
  })
})

it('compares triggers with last, mark or index (futures 4)', () => {
  const of = (triggerBy: 'last' | 'mark' | 'index') => triggerReference({ triggerBy }, market)
  expect([of('last'), of('mark'), of('index')]).toEqual(['60500.0', '60500.0', '60490.0'])
})

describe('the band around the mark (futures 1)', () => {
  // 5 % of 60,500 are 3,025.
  it.each([
    ['buy', '63525.0', []],
    ['buy', '63525.1', [['price', 'protection']]],
    ['buy', '600.0', []],
    ['sell', '57475.0', []],
    ['sell', '57474.9', [['price', 'protection']]],
    ['sell', '900000.0', []],
  ] as const)('holds a %s at %s on its trading side alone', (side, price, found) => {
    expect(refusals({ side, price, size: '0.01' })).toEqual(found)
  })

  it('is rounded to ticks inside the band', () => {
    const odd = { ...availableOf(), mark: '60500.3' }
    // 63,525.315 and 57,475.285.
    expect(
      check({ price: '63525.4', size: '0.01' }, { available: odd }).problems.price?.limit,
    ).toBe('63525.3')
    expect(
      check({ side: 'sell', price: '57475.2', size: '0.01' }, { available: odd }).problems.price
        ?.limit,
    ).toBe('57475.3')
  })

  it('is not applied to market orders, nor while the mark is stale', () => {
    const stale = { ...availableOf(), mark: null }
    expect(refusals({ price: '90000', size: '0.001' }, { available: stale })).toEqual([])
    expect(refusals({ type: 'market', price: '90000', size: '0.01' })).toEqual([])
  })

  it('is reported before the tick, at the same field', () => {
    expect(refusals({ price: '90000.05', size: '0.001' })).toEqual([['price', 'protection']])
  })
})

describe('a post-only contract order', () => {
  const postOnly = (part: object, over: object = {}) =>
    refusals({ timeInForce: 'post_only', size: '0.01', ...part }, over)

  it.each([
    ['buy', '60500.0', false],
    ['buy', '60500.1', true],
    ['buy', '60600.0', true],
    ['sell', '60500.0', false],
    ['sell', '60499.9', true],
    ['sell', '60400.0', true],
  ] as const)('is judged as a %s at %s', (side, price, crosses) => {
    expect(postOnly({ side, price })).toEqual(crosses ? [['price', 'would-cross']] : [])
  })

  it.each(['gtc', 'ioc', 'fok'] as const)('is the only one that may not cross: %s', (force) => {
    expect(postOnly({ price: '60600.0', timeInForce: force })).toEqual([])
  })

  it('is not judged where it waits first, or without a book', () => {
    expect(postOnly({ type: 'stop_limit', trigger: '61000', price: '60600.0' })).toEqual([])
    expect(postOnly({ price: '60600.0' }, { book: undefined })).toEqual([])
  })
})

describe('the least and the largest size (futures 1)', () => {
  it.each([
    ['4.999 at 4,999', { price: '4999', size: '0.001' }, [['size', 'minimum']]],
    ['5 at 5,000', { price: '5000', size: '0.001' }, []],
    ['closing less', { price: '4999', size: '0.001', reduceOnly: true }, [['size', 'balance']]],
    ['a value below a step', { unit: 'value', size: '59' }, [['size', 'minimum']]],
    ['a value of a step', { unit: 'value', size: '60' }, []],
    ['a margin below a step', { unit: 'margin', size: '2.99' }, [['size', 'minimum']]],
    ['a margin of a step', { unit: 'margin', size: '3' }, []],
  ] as const)('is judged for %s', (_what, part, found) => {
    expect(refusals(part)).toEqual(found)
  })

  it.each([
    ['value', '59.99', '60'],
    ['margin', '2.99', '60'],
  ] as const)('names what a step is worth to a %s of %s', (unit, size, limit) => {
    expect(check({ unit, size }).problems.size).toMatchObject({ refusal: 'minimum', limit })
  })

  it('finds nothing wrong with a value while the price is missing', () => {
    const value = { unit: 'value', size: '6000', price: '' } as const
    expect(check(value)).toEqual({ problems: {}, missing: 'price', isReady: false })
    expect(
      refusals({ ...value, type: 'market' }, { book: undefined, available: undefined }),
    ).toEqual([])
  })

  it('leaves a value off the step, which is rounded down', () => {
    expect(refusals({ unit: 'value', size: '6012.34' })).toEqual([])
  })

  it('takes values of inverse contracts in whole', () => {
    const value = (size: string) => {
      const available = { ...availableOf(), available: '1' }
      const { problems } = check(
        { unit: 'value', size, price: '60000' },
        { spec: INVERSE, available },
      )
      return [problems.size?.refusal, problems.size?.limit]
    }
    expect([value('1050'), value('1050.5'), value('99')]).toEqual([
      [undefined, undefined],
      ['step', '1'],
      ['minimum', '100'],
    ])
  })

  it('closes what is held and no step more', () => {
    const available = availableOf({ positions: [BTC_LONG] })
    const close = (size: string, side = 'sell') =>
      check({ side, size, price: '61000', reduceOnly: true }, { available }).problems.size
    expect([close('0.500'), close('0.501')]).toMatchObject([
      undefined,
      { refusal: 'balance', limit: '0.500' },
    ])
    expect(close('0.001', 'buy')).toMatchObject({ refusal: 'balance', limit: '0' })
  })

  it('asks no guest for margin', () => {
    expect(refusals({ size: '1000' }, { available: undefined })).toEqual([])
  })
})

describe('the exits of a contract order (trading 2)', () => {
  const exits = (part: object) => refusals({ hasExits: true, size: '0.01', ...part })

  it.each([
    ['limit buy', { price: '59000', takeProfit: '59000.1', stopLoss: '58999.9' }, []],
    ['limit buy', { price: '59000', takeProfit: '59000.0' }, ['takeProfit']],
    ['limit buy', { price: '59000', stopLoss: '59000.0' }, ['stopLoss']],
    ['limit sale', { side: 'sell', price: '61000', takeProfit: '60999.9' }, []],
    ['limit sale', { side: 'sell', price: '61000', stopLoss: '60999.9' }, ['stopLoss']],
    ['market buy', { type: 'market', takeProfit: '60500.1', stopLoss: '60499.9' }, []],
    ['market buy', { type: 'market', takeProfit: '60500.0' }, ['takeProfit']],
    ['market sale', { type: 'market', side: 'sell', stopLoss: '60500.0' }, ['stopLoss']],
    [
      'market buy by index',
      { type: 'market', triggerBy: 'index', takeProfit: '60495.0', stopLoss: '60489.9' },
      [],
    ],
    [
      'market buy by index',
      { type: 'market', triggerBy: 'index', stopLoss: '60490.0' },
      ['stopLoss'],
    ],
  ] as const)('lie around the price of a %s: %o', (_what, part, fields) => {
    expect(exits(part)).toEqual(fields.map((field) => [field, 'direction']))
  })

  it('follow the leg that a two-way order opens', () => {
    const open = { isTwoWay: true, tradeSide: 'open', side: 'sell', price: '61000' } as const
    expect(exits({ ...open, takeProfit: '60000', stopLoss: '62000' })).toEqual([])
    expect(exits({ ...open, takeProfit: '62000' })).toEqual([['takeProfit', 'direction']])
  })

  it('say the price that they must lie beyond', () => {
    const { takeProfit } = check({ hasExits: true, price: '59000', takeProfit: '58000' }).problems
    expect(takeProfit).toMatchObject({ limit: '59000', field: 'takeProfitTriggerPrice' })
  })

  it('are not judged where they are off or the order closes', () => {
    const wrong = { takeProfit: '1', stopLoss: '90000' }
    const held = { available: availableOf({ positions: [BTC_LONG] }) }
    expect(
      refusals(
        { ...wrong, hasExits: true, reduceOnly: true, side: 'sell', price: '61000', size: '0.01' },
        held,
      ),
    ).toEqual([])
    expect(refusals({ ...wrong, hasExits: false })).toEqual([])
  })

  it('must be on the tick', () => {
    expect(exits({ takeProfit: '66000.05' })).toEqual([['takeProfit', 'tick']])
  })

  it('are not judged before there is a price to judge by', () => {
    expect(
      refusals(
        { type: 'market', hasExits: true, takeProfit: '1', size: '0.01' },
        { ticker: undefined },
      ),
    ).toEqual([])
  })
})

describe('the field that is asked for first', () => {
  it.each([
    ['limit', {}, 'price'],
    ['market', {}, 'size'],
    ['stop_limit', {}, 'trigger'],
    ['stop_limit', { trigger: '60000' }, 'price'],
    ['stop_market', {}, 'trigger'],
    ['trailing', { rate: '' }, 'rate'],
    ['trailing', {}, 'size'],
    ['limit', { price: '0', size: '1' }, 'price'],
    ['limit', { price: '1', size: '0.' }, 'size'],
    ['market', { size: '0.01', hasExits: true }, 'takeProfit'],
    ['market', { size: '0.01', hasExits: true, takeProfit: '0' }, 'takeProfit'],
    ['market', { size: '0.01', hasExits: true, stopLoss: '60000' }, undefined],
  ] as const)('is that of a %s with %o: %s', (type, part, field) => {
    expect(check({ type, price: '', size: '', ...part }).missing).toBe(field)
  })
})
