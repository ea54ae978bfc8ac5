import type { SpotOrderType } from '@x/trading'
import type { Side } from '../../data/spot/model.ts'

/** Triggers of attached exits, and their limit prices; without one an exit goes at the market. */
export type ExitDraftField = 'takeProfit' | 'takeProfitLimit' | 'stopLoss' | 'stopLossLimit'
export type DraftField = 'price' | 'amount' | 'total' | 'trigger' | 'stop' | 'rate' | ExitDraftField

const EXIT_FIELDS: readonly ExitDraftField[] = [
  'takeProfit',
  'takeProfitLimit',
  'stopLoss',
  'stopLossLimit',
]

/**
 * Which fields beside the size a type of order has, in reading order; `optional` ones may stay
 * empty.
 */
export const TYPE_FIELDS: Readonly<
  Record<
    SpotOrderType,
    { readonly needed: readonly DraftField[]; readonly optional: readonly DraftField[] }
  >
> = {
  limit: { needed: ['price'], optional: EXIT_FIELDS },
  market: { needed: [], optional: EXIT_FIELDS },
  stop_limit: { needed: ['trigger', 'price'], optional: [] },
  stop_market: { needed: ['trigger'], optional: [] },
  oco: { needed: ['price', 'trigger'], optional: ['stop'] },
  trailing: { needed: ['rate'], optional: ['trigger'] },
}

export const CONDITIONAL_TYPES = [
  'stop_limit',
  'stop_market',
  'oco',
  'trailing',
] as const satisfies readonly SpotOrderType[]

export const isConditional = (type: SpotOrderType): boolean => type !== 'limit' && type !== 'market'

/** It rests at a price of its own. */
export const isLimited = (type: SpotOrderType): boolean =>
  TYPE_FIELDS[type].needed.includes('price')

/** Only a plain order can have exits attached. */
export const takesExits = (type: SpotOrderType): boolean =>
  TYPE_FIELDS[type].optional.includes('takeProfit')

/** It waits for a price, or its exits will. */
export const hasTriggers = ({
  type,
  hasExits,
}: {
  readonly type: SpotOrderType
  readonly hasExits: boolean
}): boolean => isConditional(type) || (takesExits(type) && hasExits)

/** The limit leg of an oco order must be able to wait for the other one. */
export const takesTimeInForce = (type: SpotOrderType): boolean => isLimited(type) && type !== 'oco'

export interface Sizing {
  readonly side: Side
  readonly type: SpotOrderType
  /** What a buy at the market is sized in. */
  readonly unit: 'base' | 'quote'
  /** What a sale at the market is sized in. */
  readonly sellUnit: 'base' | 'quote'
}

/** A sale at the market of what brings an amount of quote. */
export const sellsByValue = ({ side, type, sellUnit }: Omit<Sizing, 'unit'>): boolean =>
  side === 'sell' && type === 'market' && sellUnit === 'quote'

/**
 * The field that an order is sized with: a buy at the market may say what it may cost, a sale what
 * it is to bring.
 */
export const sizeFieldOf = (sizing: Sizing): 'amount' | 'total' =>
  (!isLimited(sizing.type) && sizing.side === 'buy' && sizing.unit === 'quote') ||
  sellsByValue(sizing)
    ? 'total'
    : 'amount'
