/** How spot orders are judged and sent: one lazy chunk for signed-in users (docs/adr/web.md). */
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { ORDER_REFUSAL_CODES, orderRefusalOf } from '@x/trading'
import { findOrder } from '../../data/submissions/hasOrderArrived.ts'
import { MARGIN_TEXTS, marginErrorText } from '../../lib/errors/marginErrorText.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { missingText, problemText as orderProblemText } from '../order-terms/index.ts'
import { checkDraft } from './checkDraft.ts'
import { confirmOrder, fetchSummary } from './confirmOrder.ts'
import { orderOf } from './orderOf.ts'
import { readPrevention } from './prevention.ts'
import { refusedField } from './refusedField.ts'
import { withEstimate } from './saleByValue.ts'
import type { SpotTypes } from './spotRules.ts'
import type { TicketTrading } from './ticketProduct.ts'
import type { TradingModule } from './ticketView.ts'

export { createOrderSubmitter } from './submitOrder.ts'
export { missingText }

export const problemText: TradingModule<SpotTypes>['problemText'] = (
  problem,
  { draft: { side, type }, ...context },
) => orderProblemText(problem, { ...context, side, type, lastPrice: problem.lastPrice ?? null })

export const trading: TicketTrading<SpotTypes> = {
  endpoint: '/spot/order/place',
  // The gateway looks the key of an order up before it refuses it with one of these codes.
  decided: [...Object.values(ORDER_REFUSAL_CODES), ...Object.keys(MARGIN_TEXTS)],
  check(draft, { book, ticker, spec, available }) {
    const lastPrice = ticker?.last ?? null
    const judged = withEstimate(draft, { bids: book?.bids ?? [], spec })
    const { problems, ...verdict } = checkDraft(judged, {
      symbol: spec,
      lastPrice,
      bestBid: book?.bids[0]?.price ?? null,
      bestAsk: book?.asks[0]?.price ?? null,
      available,
    })
    const entries = Object.entries(problems).map(([field, problem]) => [
      field,
      // Which end of the band was missed is read against the last price.
      problem.refusal === 'protection' ? { ...problem, lastPrice } : problem,
    ])
    return { ...verdict, problems: Object.fromEntries(entries) as typeof problems }
  },
  toRequest(draft, { spec, storage, funds: { account, loan } }) {
    const prevention = readPrevention(storage.get(STORAGE_KEYS.selfTrade))
    return {
      symbol: spec.symbol,
      ...orderOf(draft),
      // `taker` is the gateway's default.
      ...(prevention === 'taker' ? {} : { selfTradePrevention: prevention }),
      ...(account === 'spot' ? {} : { funds: account, ...(loan === 'none' ? {} : { loan }) }),
    }
  },
  refusedField: (draft, { code, named }) =>
    refusedField(draft, { refusal: code === undefined ? undefined : orderRefusalOf(code), named }),
  errorText(error, { catalog }) {
    const {
      locale,
      messages: { app },
      parts: { margin },
    } = catalog.getState()
    // Here already where a margin account was chosen.
    const texts = { ...app, ...margin } as typeof app & NonNullable<typeof margin>
    const t = createTranslate(texts, createMessageFormat({ locale }))
    return marginErrorText(error, t, { isLoan: false })
  },
  prefetchConfirmation: fetchSummary,
  confirm: confirmOrder,
  hasArrived: findOrder,
  loadReport: async () => (await import('./notifyOutcome.ts')).reportPlaced,
}
