import { describe, expect, it } from 'vitest'
import { checkFuturesDraft, triggerReference } from './checkFuturesDraft.ts'
import { newFuturesDraft } from './futuresDraft.ts'
import { availableOf, BOOK, BTC } from './testing/futuresTicket.ts'

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
