import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { formatNumber } from '@x/locale/numbers'
import type { SpotOrder } from '@x/trading'
import type { Messages } from '../../lib/messages/messages.ts'
import type { Services } from '../../app/services.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { OrderOutcome } from '../../data/spot/orderOutcome.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { ofPair, termsText } from '../order-terms/index.ts'
import { decimalsOfStep } from '../order-book/index.ts'

interface ToldOrder {
  readonly terms: SpotOrder
  readonly outcome: OrderOutcome
  readonly spec: Pick<SpotSymbol, 'base' | 'quote' | 'pricePlace'>
  /** It was sent before, without an answer: what stands now stands for both. */
  readonly isRepeated: boolean
}

/**
 * Says how far an order came; only what was placed or filled is called a success.
 * Answers the text.
 */
export async function tellOutcome(
  { toasts, log, storage, ...services }: Services,
  told: ToldOrder,
): Promise<string> {
  const outcome = ofPair(await outcomeText(services, told), told.spec)
  const text = told.isRepeated ? await onceText(services, outcome) : outcome
  const isSuccess = told.outcome.kind === 'placed' || told.outcome.kind === 'filled'
  toasts.show({ kind: isSuccess ? 'success' : 'warning', text })
  log.add({ kind: isSuccess ? 'success' : 'info', text })
  // Fills have their own notes.
  if (told.outcome.kind === 'unfilled' && storage.get(STORAGE_KEYS.sounds) === 'on')
    void import('../orders/playFill.ts').then(({ playUnfilled }) => playUnfilled())
  return text
}

/** Nobody must take the order of before for a second one. */
async function onceText({ catalog }: Pick<Services, 'catalog'>, outcome: string): Promise<string> {
  await catalog.loadPart('pages').catch(() => undefined)
  const {
    locale,
    parts: { pages },
  } = catalog.getState()
  return pages
    ? `${outcome} ${createTranslate(pages, createMessageFormat({ locale }))('outcome.once')}`
    : outcome
}

const LATE = {
  filled: { buy: 'outcome.filledBuy', sell: 'outcome.filledSell' },
  partly: { buy: 'outcome.partlyBuy', sell: 'outcome.partlySell' },
  unfilled: { buy: 'outcome.unfilledBuy', sell: 'outcome.unfilledSell' },
} as const

async function outcomeText(
  { catalog, preferences }: Pick<Services, 'catalog' | 'preferences'>,
  { terms, outcome, spec }: ToldOrder,
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
    return createTranslate(pages, format)(LATE[kind][side], {
      ...values,
      filled: kind === 'partly' ? figure(outcome.filled) : '0',
    })
  const placed = t(side === 'buy' ? 'spot.placedBuy' : 'spot.placedSell', values)
  // Without its own sentence an order is told by its state.
  return kind === 'placed'
    ? placed
    : `${placed} ${t('orders.status')}: ${t(kind === 'filled' ? 'orders.status.filled' : 'orders.status.cancelled')}`
}
