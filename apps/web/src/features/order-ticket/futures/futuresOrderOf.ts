import { finishAmount } from '@x/decimal'
import { wireSymbol } from '../../../data/spot/model.ts'
import {
  closesAll,
  hasAttachedExits,
  type FuturesDraft,
  hasLimit,
  waitsForPrice,
} from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'

/** The order of a draft, without its key. */
export function futuresOrderOf(
  draft: FuturesDraft,
  spec: Pick<FuturesTypes['spec'], 'symbol'>,
): FuturesTypes['terms'] {
  const { side, type, size, unit, timeInForce, triggerBy } = draft
  const exits = hasAttachedExits(draft)
  const isWhole = closesAll(draft)
  const given = <K extends string>(name: K, text: string) =>
    text === '' ? {} : { [name]: finishAmount(text) }
  return {
    symbol: wireSymbol(spec),
    side,
    orderType: type,
    ...(isWhole ? { closePosition: true } : { size: finishAmount(size) }),
    ...(isWhole || unit === 'base' ? {} : { sizeUnit: unit }),
    ...(hasLimit(draft) ? given('price', draft.price) : {}),
    ...(waitsForPrice(draft) ? given('triggerPrice', draft.trigger) : {}),
    ...(type === 'trailing' ? given('callbackRate', draft.rate) : {}),
    ...(hasLimit(draft) && timeInForce !== 'gtc' ? { timeInForce } : {}),
    ...(draft.isTwoWay ? { tradeSide: draft.tradeSide } : {}),
    ...(!draft.isTwoWay && draft.reduceOnly && !isWhole ? { reduceOnly: true } : {}),
    ...((waitsForPrice(draft) || exits) && triggerBy !== 'last' ? { triggerBy } : {}),
    ...(exits ? given('takeProfitTriggerPrice', draft.takeProfit) : {}),
    ...(exits ? given('stopLossTriggerPrice', draft.stopLoss) : {}),
  }
}
