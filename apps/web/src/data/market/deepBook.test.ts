import { expect, it } from 'vitest'
import { withDeepLevels } from './deepBook.ts'

const level = (price: string, size: string, total = size) => ({ price, size, total })
const streamed = {
  bids: [level('100', '1'), level('99', '2', '3')],
  asks: [level('101', '1'), level('102', '4', '5')],
}

it('adds the levels behind the streamed ones, with their totals', () => {
  const { bids, asks } = withDeepLevels(streamed, {
    bids: [
      ['100', '9'],
      ['99', '9'],
      ['98', '0.5'],
      ['90', '1'],
    ],
    asks: [
      ['101', '9'],
      ['103', '2'],
    ],
  })
  expect(bids.slice(0, 2)).toEqual(streamed.bids)
  expect(bids.slice(2)).toEqual([level('98', '0.5', '3.5'), level('90', '1', '4.5')])
  expect(asks.slice(2)).toEqual([level('103', '2', '7')])
})

it('compares prices as numbers', () => {
  const { bids } = withDeepLevels(streamed, { bids: [['9.5', '1']], asks: [] })
  expect(bids.at(-1)).toEqual(level('9.5', '1', '4'))
})

it('is the streamed book alone before the deep one has come', () => {
  expect(withDeepLevels(streamed, undefined)).toEqual(streamed)
})

it('shows no side that the stream does not have', () => {
  const { bids } = withDeepLevels({ ...streamed, bids: [] }, { bids: [['98', '1']], asks: [] })
  expect(bids).toEqual([])
})
