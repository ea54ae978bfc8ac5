import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { formatNumber } from '@x/locale/numbers'
import type { SpotOrder } from '@x/trading'
import type { Messages } from '../../lib/messages/messages.ts'
import type { PageServices } from '../../lib/services/servicesContext.ts'
import { hasSound } from '../../lib/sounds.ts'
import { type OrderOutcome, readOutcome } from '../../data/orders/orderOutcome.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { playUnfilled, reportOrder } from '../orders/index.ts'
import { ofPair, termsText } from '../order-terms/index.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { orderOf } from './orderOf.ts'
import type { SpotTypes } from './spotRules.ts'
import type { ReportPlaced } from './ticketProduct.ts'

interface PlacedOrder {
  readonly orderId: string
  readonly terms: SpotOrder
  readonly outcome: OrderOutcome
  readonly spec: Pick<SpotSymbol, 'base' | 'quote' | 'pricePlace'>
  /** It was sent before without a response: this outcome is the outcome of both attempts. */
  readonly isRepeated: boolean
}

/** Reads how far a placed order came, and reports it. */
export const reportPlaced: ReportPlaced<SpotTypes> = async (
  { draft, spec, response, isRepeated },
  { services, dispatch, isCurrent },
) => {
  const terms = orderOf(draft)
  const outcome = await dispatch(readOutcome(response, terms))
  const hasEffect = outcome.kind !== 'unfilled'
  if (!isCurrent()) return { text: '', hasEffect: true }
  const { orderId } = response
  const placed = { orderId, terms, outcome, isRepeated, spec }
  return { text: await notifyOutcome(services, placed), hasEffect }
}

/**
 * Shows the outcome of an order at the orders panel and logs it; only placed or filled is a
 * success. Resolves with the text.
 */
async function notifyOutcome(services: PageServices, placed: PlacedOrder): Promise<string> {
  const outcome = ofPair(await outcomeText(services, placed), placed.spec)
  const text = placed.isRepeated ? await onceText(services, outcome) : outcome
  const isSuccess = placed.outcome.kind === 'placed' || placed.outcome.kind === 'filled'
  reportOrder(services, {
    kind: isSuccess ? 'success' : 'warning',
    text,
    orderId: placed.orderId,
    phase: isSuccess ? 'placed' : undefined,
  })
  // Fills have sounds of their own.
  if (placed.outcome.kind === 'unfilled' && hasSound(services, 'cancels')) playUnfilled()
  return text
}

/** Adds that the repeated order was placed once. */
async function onceText(
  { translatePage }: Pick<PageServices, 'translatePage'>,
  outcome: string,
): Promise<string> {
  const once = await translatePage('outcome.once')
  return once === undefined ? outcome : `${outcome} ${once}`
}

const OUTCOME_TEXTS = {
  filled: { buy: 'outcome.filledBuy', sell: 'outcome.filledSell' },
  partly: { buy: 'outcome.partlyBuy', sell: 'outcome.partlySell' },
  unfilled: { buy: 'outcome.unfilledBuy', sell: 'outcome.unfilledSell' },
} as const

async function outcomeText(
  { catalog, preferences }: Pick<PageServices, 'catalog' | 'preferences'>,
  { terms, outcome, spec }: PlacedOrder,
): Promise<string> {
  const { kind } = outcome
  const { side } = terms
  if (kind !== 'placed' && kind !== 'ended') await catalog.loadPart('pages').catch(() => undefined)
  const {
    locale,
    messages: { app },
    parts: { pages },
  } = catalog.getState()
  const format = createMessageFormat({ locale })
  const numbers = preferences.getState().tradingNumbers === 'locale' ? locale : 'trading'
  const figure = (text: string, { digits = decimalsOfStep(text) } = {}) =>
    formatNumber(text, { locale: numbers, digits })
  const t = createTranslate<Messages>(app, format)
  const values = { terms: termsText(terms, { t, figure, spec }) }
  if (pages && kind !== 'placed' && kind !== 'ended')
    return createTranslate(pages, format)(OUTCOME_TEXTS[kind][side], {
      ...values,
      filled: kind === 'partly' ? figure(outcome.filled) : '0',
    })
  const placed = t(side === 'buy' ? 'spot.placedBuy' : 'spot.placedSell', values)
  if (kind === 'placed') return placed
  // Without its own sentence the outcome is the status of the order.
  const status = t(kind === 'filled' ? 'orders.status.filled' : 'orders.status.cancelled')
  return `${placed} ${t('orders.status')}: ${status}`
}
