import { expect, it } from 'vitest'
import { type LastTick, lastTick, nextTick } from './lastTick.ts'

const trades = (...prices: string[]) => prices.map((price) => ({ price }))

it('takes price and direction from the newest trades', () => {
  expect(lastTick(trades('101', '100'), { last: '99' })).toEqual({ price: '101', direction: 'up' })
  expect(lastTick(trades('99.5', '100'), undefined)).toEqual({ price: '99.5', direction: 'down' })
})

it('keeps the direction while trades repeat a price', () => {
  expect(lastTick(trades('100', '100', '101'), undefined).direction).toBe('down')
})

it('has no direction before the price has changed', () => {
  expect(lastTick(trades('100', '100'), undefined)).toEqual({ price: '100', direction: undefined })
  expect(lastTick([], { last: '99' })).toEqual({ price: '99', direction: undefined })
  expect(lastTick([], undefined).price).toBeUndefined()
})

it('follows prices that come without their trades', () => {
  const none: LastTick = { price: undefined, direction: undefined }
  const ticks = ['100', '101', '101.0', '99', undefined, '98'].reduce<readonly LastTick[]>(
    (known, price) => [...known, nextTick(known.at(-1) ?? none, price)],
    [],
  )
  expect(ticks.map(({ direction }) => direction)).toEqual([
    undefined,
    'up',
    'up',
    'down',
    undefined,
    undefined,
  ])
  const [first = none] = ticks
  expect(nextTick(first, '100')).toBe(first)
})
