import type { PositionSide } from './contract.ts'

/** The codes of the sides of a futures position (spec section 3). */
export const POSITION_SIDE_CODES: Readonly<Record<PositionSide, 1 | 2>> = { long: 1, short: 2 }
/** Margin of one position (`fixed`) or shared by the account (`cross`). */
export type MarginMode = 'fixed' | 'cross'
/** The codes of the margin modes (spec section 3). */
export const MARGIN_MODE_CODES: Readonly<Record<MarginMode, 1 | 2>> = { fixed: 1, cross: 2 }
/** Whether a symbol has one net position or a long and a short one. */
export type PositionMode = 'one-way' | 'two-way'
/** The codes of the position modes (spec section 3). */
export const POSITION_MODE_CODES: Readonly<Record<PositionMode, 1 | 2>> = {
  'one-way': 1,
  'two-way': 2,
}

/**
 * A futures position as it travels (spec section 3). Prices, counts and amounts are decimal
 * strings.
 */
export interface Position {
  readonly positionSide: 1 | 2
  readonly marginMode: 1 | 2
  readonly positionMode: 1 | 2
  readonly openDealCount: string
  readonly closeDealCount: string
  readonly openAvgPrice: string
  readonly positionsOpenAvgPrice: string
  readonly openMarginCount: string
  readonly positionsOpenMarginCount: string
  readonly positionsCount: string
  readonly openLevel: string
  readonly positionsLevel: string
  readonly count: string
  readonly achievedProfits: string
  readonly orderNo: string
}

/** Description of one field of a position. */
export interface PositionField {
  readonly name: keyof Position
  readonly kind: 'code' | 'count' | 'price' | 'amount' | 'leverage' | 'id'
  readonly meaning: string
}

/** Every field of a position in the order of the wire, with what the formulas use it for. */
export const POSITION_FIELDS: readonly PositionField[] = [
  { name: 'positionSide', kind: 'code', meaning: '1 long, 2 short' },
  { name: 'marginMode', kind: 'code', meaning: '1 fixed, 2 cross' },
  { name: 'positionMode', kind: 'code', meaning: '1 one-way, 2 two-way' },
  { name: 'openDealCount', kind: 'count', meaning: 'filled to open' },
  { name: 'closeDealCount', kind: 'count', meaning: 'filled to close' },
  { name: 'openAvgPrice', kind: 'price', meaning: 'average price of this opening' },
  {
    name: 'positionsOpenAvgPrice',
    kind: 'price',
    meaning: 'average price of the whole position, E of the formulas',
  },
  { name: 'openMarginCount', kind: 'amount', meaning: 'margin of this opening' },
  { name: 'positionsOpenMarginCount', kind: 'amount', meaning: 'margin of the whole position' },
  {
    name: 'positionsCount',
    kind: 'count',
    meaning: 'size of the whole position, q of the formulas',
  },
  { name: 'openLevel', kind: 'leverage', meaning: 'leverage of this opening' },
  { name: 'positionsLevel', kind: 'leverage', meaning: 'leverage of the whole position' },
  { name: 'count', kind: 'count', meaning: 'size of this opening' },
  { name: 'achievedProfits', kind: 'amount', meaning: 'realised PnL' },
  { name: 'orderNo', kind: 'id', meaning: 'order that opened it' },
]

/** The side that a code names (spec section 3). */
export const positionSideOf = (code: 1 | 2): PositionSide =>
  code === POSITION_SIDE_CODES.long ? 'long' : 'short'
/** The margin mode that a code names (spec section 3). */
export const marginModeOf = (code: 1 | 2): MarginMode =>
  code === MARGIN_MODE_CODES.fixed ? 'fixed' : 'cross'
/** The position mode that a code names (spec section 3). */
export const positionModeOf = (code: 1 | 2): PositionMode =>
  code === POSITION_MODE_CODES['one-way'] ? 'one-way' : 'two-way'
