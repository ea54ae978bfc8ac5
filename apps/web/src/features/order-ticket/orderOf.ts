import { finishAmount } from '@x/decimal'
import type { SpotOrder } from '@x/trading'
import type { OrderDraft } from './orderDraft.ts'
import {
  type DraftField,
  hasTriggers,
  isLimited,
  sellsByValue,
  sizeFieldOf,
  takesExits,
  takesTimeInForce,
  TYPE_FIELDS,
} from '../order-terms/index.ts'

/** A draft as the rules of orders judge it: a sale by value is one of its estimated amount. */
export const inCoin = (draft: OrderDraft): OrderDraft =>
  sellsByValue(draft) ? { ...draft, sellUnit: 'base' } : draft

/**
 * The order of a draft. A market buy may be sized by what it may cost, a market sale by what it is
 * to bring, everything else by what is traded.
 */
export function orderOf(draft: OrderDraft): SpotOrder {
  const { side, type, timeInForce, triggerBy, hasExits } = draft
  const sizeField = sizeFieldOf(draft)
  const has = (field: DraftField): boolean =>
    [...TYPE_FIELDS[type].needed, ...TYPE_FIELDS[type].optional].includes(field) &&
    draft[field] !== ''
  const given = <K extends string>(field: DraftField, name: K) =>
    has(field) ? { [name]: finishAmount(draft[field]) } : {}
  /** A limit belongs to its trigger; alone it means nothing. */
  const exit = (field: 'takeProfit' | 'stopLoss') =>
    has(field)
      ? { ...given(field, `${field}TriggerPrice`), ...given(`${field}Limit`, `${field}Price`) }
      : {}
  return {
    side,
    orderType: type,
    ...(isLimited(type) ? { price: finishAmount(draft.price) } : {}),
    size: finishAmount(draft[sizeField]),
    ...(isLimited(type) ? {} : { sizeUnit: sizeField === 'total' ? 'quote' : 'base' }),
    ...given('trigger', 'triggerPrice'),
    ...given('stop', 'stopPrice'),
    ...given('rate', 'callbackRate'),
    ...(takesTimeInForce(type) && timeInForce !== 'gtc' ? { timeInForce } : {}),
    ...(hasTriggers(draft) && triggerBy !== 'last' ? { triggerBy } : {}),
    ...(takesExits(type) && hasExits ? { ...exit('takeProfit'), ...exit('stopLoss') } : {}),
  }
}
