import { describe, expect, it } from 'vitest'
import {
  MARGIN_MODE_CODES,
  marginModeOf,
  POSITION_FIELDS,
  POSITION_MODE_CODES,
  POSITION_SIDE_CODES,
  positionModeOf,
  positionSideOf,
} from './positionFields.ts'

describe('position fields', () => {
  it('lists every field of a position, in its order (spec 3.9)', () => {
    expect(POSITION_FIELDS.map(({ name }) => name)).toEqual([
      'positionSide',
      'marginMode',
      'positionMode',
      'openDealCount',
      'closeDealCount',
      'openAvgPrice',
      'positionsOpenAvgPrice',
      'openMarginCount',
      'positionsOpenMarginCount',
      'positionsCount',
      'openLevel',
      'positionsLevel',
      'count',
      'achievedProfits',
      'orderNo',
    ])
  })

  it('reads the codes of side, margin mode and position mode (spec 9.10)', () => {
    expect([1, 2].map((code) => positionSideOf(code as 1 | 2))).toEqual(['long', 'short'])
    expect([1, 2].map((code) => marginModeOf(code as 1 | 2))).toEqual(['fixed', 'cross'])
    expect([1, 2].map((code) => positionModeOf(code as 1 | 2))).toEqual(['one-way', 'two-way'])
  })

  it('writes the codes that it reads', () => {
    expect([POSITION_SIDE_CODES, MARGIN_MODE_CODES, POSITION_MODE_CODES]).toEqual([
      { long: 1, short: 2 },
      { fixed: 1, cross: 2 },
      { 'one-way': 1, 'two-way': 2 },
    ])
  })
})
