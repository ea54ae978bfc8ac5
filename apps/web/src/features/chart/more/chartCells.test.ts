import { describe, expect, it } from 'vitest'
import { fillCells, readCells, writeCells } from './chartCells.ts'

const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']

describe('the charts beside the first', () => {
  it('come back as they were written', () => {
    const cells = [
      { symbol: 'ETHUSDT', interval: '7m' },
      { symbol: 'usdt/BTCUSDT', interval: '1d' },
    ] as const
    expect(readCells(writeCells(cells))).toEqual(cells)
    expect(readCells(null)).toEqual([])
  })

  it('are at most three, whatever storage holds', () => {
    expect(readCells('A 1x,B,C 1h,D 1h,E 1h')).toEqual([
      { symbol: 'A', interval: '15m' },
      { symbol: 'B', interval: '15m' },
      { symbol: 'C', interval: '1h' },
    ])
  })

  it('show what was chosen, else pairs that no other shows', () => {
    const chosen = [{ symbol: 'SOLUSDT', interval: '1h' }] as const
    expect(fillCells(chosen, { count: 3, first: 'BTCUSDT', symbols })).toEqual([
      { symbol: 'SOLUSDT', interval: '1h' },
      { symbol: 'ETHUSDT', interval: '15m' },
      { symbol: 'BTCUSDT', interval: '15m' },
    ])
  })

  it('leave the pairs that later charts were given to those', () => {
    const chosen = [
      { symbol: 'GONE', interval: '1h' },
      { symbol: 'ETHUSDT', interval: '4h' },
    ] as const
    expect(fillCells(chosen, { count: 2, first: 'BTCUSDT', symbols })).toEqual([
      { symbol: 'SOLUSDT', interval: '1h' },
      { symbol: 'ETHUSDT', interval: '4h' },
    ])
  })

  it('take a pair back that a chart which has gone showed', () => {
    const chosen = [
      { symbol: 'SOLUSDT', interval: '1h' },
      { symbol: 'ETHUSDT', interval: '4h' },
    ] as const
    const given = { first: 'BTCUSDT', symbols } as const
    expect(fillCells(chosen, { ...given, count: 1 })).toEqual([chosen[0]])
    expect(
      fillCells([{ symbol: 'GONE', interval: '1h' }, chosen[1]], { ...given, count: 1 }),
    ).toEqual([{ symbol: 'ETHUSDT', interval: '1h' }])
  })

  it('may show one pair twice where that was chosen', () => {
    const twice = [
      { symbol: 'BTCUSDT', interval: '1m' },
      { symbol: 'BTCUSDT', interval: '1d' },
    ] as const
    expect(fillCells(twice, { count: 2, first: 'BTCUSDT', symbols })).toEqual(twice)
  })

  it.each([
    ['', []],
    [',,', []],
    ['BTCUSDT', [{ symbol: 'BTCUSDT', interval: '15m' }]],
    ['BTCUSDT 61s', [{ symbol: 'BTCUSDT', interval: '15m' }]],
    ['BTCUSDT 1h 4h', [{ symbol: 'BTCUSDT', interval: '1h' }]],
  ])('are read from %j', (stored, cells) => {
    expect(readCells(stored)).toEqual(cells)
  })

  it('show the first pair where there is no other', () => {
    expect(fillCells([], { count: 1, first: 'BTCUSDT', symbols: ['BTCUSDT'] })).toEqual([
      { symbol: 'BTCUSDT', interval: '15m' },
    ])
    expect(
      fillCells([{ symbol: 'usdt/X', interval: '1h' }], { count: 1, first: 'BTCUSDT', symbols }),
    ).toEqual([{ symbol: 'ETHUSDT', interval: '1h' }])
  })
})
