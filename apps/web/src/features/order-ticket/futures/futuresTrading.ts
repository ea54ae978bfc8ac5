/** How futures orders are judged and sent: one lazy chunk for signed-in users (docs/adr/web.md). */
import { ORDER_REFUSAL_CODES } from '@x/trading'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { findFuturesOrder } from '../../../data/futures/findOrder.ts'
import { FUTURES_TEXTS, futuresErrorText } from '../../../lib/errors/futuresErrorText.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { problemText as orderProblemText } from '../../order-terms/index.ts'
import { readPrevention } from '../prevention.ts'
import type { TicketTrading } from '../ticketProduct.ts'
import type { TradingModule } from '../ticketView.ts'
import { checkFuturesDraft } from './checkFuturesDraft.ts'
import { confirmFutures, fetchFuturesSummary } from './confirmFutures.ts'
import { futuresOrderOf } from './futuresOrderOf.ts'
import type { FuturesField } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'

export { createOrderSubmitter } from '../submitOrder.ts'

const MISSING = {
  price: 'spot.enterPrice',
  trigger: 'spot.enterTrigger',
  rate: 'spot.enterRate',
  size: 'spot.enterAmount',
  takeProfit: 'spot.enterTrigger',
  stopLoss: 'spot.enterTrigger',
} as const satisfies Record<FuturesField, string>

export const missingText: TradingModule<FuturesTypes>['missingText'] = (field, { t }) =>
  t(MISSING[field])

export const problemText: TradingModule<FuturesTypes>['problemText'] = (
  problem,
  { draft: { side, type }, t, numbers, spec },
) =>
  problem.refusal === 'balance'
    ? t('spot.notEnough', {
        limit: numbers.number(problem.limit, { digits: spec.quantityPlace, trim: true }),
        unit: spec.sizeUnit ?? spec.base,
      })
    : orderProblemText(problem, {
        t,
        numbers,
        spec,
        side,
        type,
        lastPrice: problem.reference ?? null,
      })

/** The field that a refusal names, or that its code is about. */
const FIELD_OF_WIRE: Readonly<Record<string, FuturesField>> = {
  price: 'price',
  triggerPrice: 'trigger',
  callbackRate: 'rate',
  size: 'size',
  takeProfitTriggerPrice: 'takeProfit',
  stopLossTriggerPrice: 'stopLoss',
}
const FIELD_OF_CODE: Readonly<Record<string, FuturesField>> = {
  '40201': 'size',
  '40202': 'price',
  '40203': 'size',
  '40204': 'size',
  '40211': 'size',
  '40212': 'size',
}

export const trading: TicketTrading<FuturesTypes> = {
  endpoint: '/futures/order/place',
  decided: [...Object.values(ORDER_REFUSAL_CODES), ...Object.keys(FUTURES_TEXTS)],
  check: checkFuturesDraft,
  toRequest(draft, { spec, storage }) {
    const prevention = readPrevention(storage.get(STORAGE_KEYS.selfTrade))
    return {
      ...futuresOrderOf(draft, spec),
      // `taker` is the gateway's default.
      ...(prevention === 'taker' ? {} : { selfTradePrevention: prevention }),
    }
  },
  refusedField: (_draft, { code = '', named = '' }) => FIELD_OF_WIRE[named] ?? FIELD_OF_CODE[code],
  errorText(error, { catalog }) {
    const {
      locale,
      messages: { app },
      parts: { futures },
    } = catalog.getState()
    return futuresErrorText(
      error,
      createTranslate(
        { ...app, ...futures } as typeof app & NonNullable<typeof futures>,
        createMessageFormat({ locale }),
      ),
    )
  },
  prefetchConfirmation: fetchFuturesSummary,
  confirm: confirmFutures,
  hasArrived: findFuturesOrder,
  loadReport: async () => (await import('./reportFutures.ts')).reportFutures,
}
