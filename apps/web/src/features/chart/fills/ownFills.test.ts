import { describe, expect, it } from 'vitest'
import { marksOf, type OwnFill } from './ownFills.ts'

const MINUTE = 60_000
const fill = (minute: number, changes: Partial<OwnFill> = {}): OwnFill => ({
  side: 'buy',
  price: '60000.00',
  size: '0.1',
  createdAt: minute * MINUTE,
  ...changes,
})

describe('marks of the user’s trades', () => {
  it('sum up each side within a candle', () => {
    const fills = [
      fill(1, { size: '0.2', price: '9.5' }),
      fill(2, { size: '0.1', price: '10.25' }),
      fill(3, { side: 'sell' }),
      fill(16),
    ]
    expect(marksOf(fills, '15m')).toEqual([
      { openTime: 0, side: 'buy', size: '0.3', lowest: '9.5', highest: '10.25' },
      { openTime: 0, side: 'sell', size: '0.1', lowest: '60000.00', highest: '60000.00' },
      { openTime: 15 * MINUTE, side: 'buy', size: '0.1', lowest: '60000.00', highest: '60000.00' },
    ])
  })

  it('follow the interval, the trader’s own too', () => {
    const fills = [fill(0), fill(50), fill(100)]
    expect(marksOf(fills, '45m').map(({ openTime }) => openTime / MINUTE)).toEqual([0, 45, 90])
    expect(marksOf(fills, '2h')).toHaveLength(1)
    expect(marksOf([], '2h')).toEqual([])
  })
})
