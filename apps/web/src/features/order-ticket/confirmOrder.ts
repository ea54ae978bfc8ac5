import type { BookView } from '@x/market'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { Services } from '../../app/services.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { needsConfirmation, readConfirmLevel } from './confirmLevel.ts'
import { crossingTerms, type OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'
import { hasWorsened, mustAsk, orderRisks } from '../order-terms/index.ts'

export interface ConfirmOptions {
  readonly spec: SpotSymbol
  /** As it is on screen by now. */
  readonly book: () => BookView | undefined
  readonly figures: OrderFigures
  /** What sends the order in the form sends it in the question too. */
  readonly submitText: string
  /** Whether user and funds are still those that were asked for. */
  readonly isStill: () => boolean
}

type ConfirmServices = Pick<Services, 'catalog' | 'dialogs' | 'say' | 'storage' | 'toasts'>

/**
 * The question and its texts: fetched as somebody comes near the button (docs/adr/web.md), and else
 * with the order that needs them.
 */
export async function fetchSummary({ catalog }: Pick<Services, 'catalog'>) {
  const [summary] = await Promise.all([import('./OrderSummary.tsx'), catalog.loadPart('pages')])
  return summary
}

/**
 * What an order will do is said in figures before it is sent; the question can be switched off
 * where it is asked. An order whose limit lies far beyond the best price, and any order while the
 * book on screen is not current, is asked about in any case, and once more where the market has
 * come to that while the question was open.
 */
export async function confirmOrder(
  { catalog, dialogs, say, storage, toasts }: ConfirmServices,
  draft: OrderDraft,
  { spec, book, figures, submitText, isStill }: ConfirmOptions,
): Promise<boolean> {
  const risksNow = () => orderRisks({ spec, book: book(), limit: crossingTerms(draft) })
  let risks = risksNow()
  let isAlwaysAsked = mustAsk(risks)
  if (
    !isAlwaysAsked &&
    !needsConfirmation(draft, readConfirmLevel(storage.get(STORAGE_KEYS.confirmOrders)))
  )
    return true
  const summary = await fetchSummary({ catalog }).catch(() => undefined)
  // The session of the button that was pressed has closed its questions; this one would come after.
  if (!isStill()) return false
  const { locale, messages, parts } = catalog.getState()
  if (!summary || !parts.pages) {
    toasts.show({ kind: 'error', text: say('error.other') })
    return false
  }
  const t = createTranslate({ ...messages.app, ...parts.pages }, createMessageFormat({ locale }))
  const { base } = spec
  const isBuy = draft.side === 'buy'
  const title =
    draft.type === 'market'
      ? t(isBuy ? 'spot.confirmBuy' : 'spot.confirmSell', { base })
      : t(isBuy ? 'spot.confirmBuyOrder' : 'spot.confirmSellOrder', { base })
  for (;;) {
    let isLast = false
    const onLast = isAlwaysAsked ? undefined : (checked: boolean) => (isLast = checked)
    const message = summary.orderSummary({ spec, draft, figures, risks, onLast })
    const { action } = await dialogs.confirm({
      title,
      message,
      confirmText: submitText,
      variant: draft.side,
    })
    if (action !== 'confirm') return false
    if (isLast) storage.set(STORAGE_KEYS.confirmOrders, 'none')
    const now = risksNow()
    if (!isStill() || !hasWorsened(now, { asked: risks })) return true
    risks = now
    isAlwaysAsked = true
  }
}
