import { describe, expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as react from './exports/react.ts'
import * as testing from './exports/testing.ts'

describe('the entries of @x/market', () => {
  it('lists the names of the main entry', () => {
    expect(Object.keys(index).sort()).toEqual([
      'CANDLE_INTERVALS',
      'VIEW_DEPTH',
      'bookTable',
      'browserFrame',
      'crc32',
      'createMarketClient',
      'groupLevels',
      'tabTable',
    ])
  })
  it('lists the names of ./react', () => {
    expect(Object.keys(react).sort()).toEqual([
      'useBook',
      'useBookStatus',
      'useBookStore',
      'useCandle',
      'useConnection',
      'useMarkPrice',
      'useQuotesStore',
      'useTicker',
      'useTickers',
      'useTrades',
    ])
  })
  it('lists the names of ./testing', () => {
    expect(Object.keys(testing).sort()).toEqual(['createBookScript', 'createManualFrame'])
  })
})
