import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { formatNumber } from '@x/locale/numbers'
import { futuresApi, TRADED } from '../../../data/futures/api.ts'
import { isLiveStatus } from '../../../data/spot/model.ts'
import { reportOrder } from '../../orders/index.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import { amountOf } from '../orderDraft.ts'
import type { ReportPlaced } from '../ticketProduct.ts'
import { closesAll } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'

/** Reports how far a futures order came, and reads anew what it changes. */
export const reportFutures: ReportPlaced<FuturesTypes> = async (
  { draft, spec, response: { status, orderId } },
  { services, dispatch, isCurrent },
) => {
  const { catalog, preferences } = services
  dispatch(futuresApi.util.invalidateTags([...TRADED]))
  await catalog.loadPart('futures').catch(() => undefined)
  const hasEffect = status === 'filled' || isLiveStatus(status)
  if (!isCurrent()) return { text: '', hasEffect: true }
  const {
    locale,
    messages: { app },
    parts: { futures },
  } = catalog.getState()
  const format = createMessageFormat({ locale })
  const numbers = preferences.getState().tradingNumbers === 'locale' ? locale : 'trading'
  const amount = amountOf(draft.size) ?? '0'
  const whole = closesAll(draft) && futures && createTranslate(futures, format)('positions.all')
  const figure = formatNumber(amount, { locale: numbers, digits: decimalsOfStep(amount) })
  const unit = { base: '', value: spec.quote, margin: spec.marginCoin }[draft.unit]
  const size = whole || `${figure} ${unit}`.trim()
  const side = createTranslate(app, format)(draft.side === 'buy' ? 'spot.buy' : 'spot.sell')
  const state = createTranslate(
    app,
    format,
  )(
    status === 'filled'
      ? 'orders.status.filled'
      : status === 'waiting'
        ? 'orders.status.waiting'
        : hasEffect
          ? 'orders.status.open'
          : 'orders.status.cancelled',
  )
  const values = { name: spec.name, side, size, state }
  const text = futures
    ? createTranslate(futures, format)('contract.reported', values)
    : `${spec.name}: ${state}`
  reportOrder(services, { kind: hasEffect ? 'success' : 'warning', text, orderId })
  return { text, hasEffect }
}
