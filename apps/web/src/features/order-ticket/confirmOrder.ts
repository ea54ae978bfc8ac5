import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { needsConfirmation, readConfirmLevel } from './confirmLevel.ts'
import { crossingTerms, type OrderDraft } from './orderDraft.ts'
import { hasWorsened, mustAsk, orderRisks } from '../order-terms/index.ts'
import type { SpotTypes } from './spotRules.ts'
import type { ConfirmOptions, ConfirmServices } from './ticketProduct.ts'

/**
 * Fetches the confirmation dialog and its texts: ahead of a submission (docs/adr/web.md), or with
 * the first order that needs them.
 */
export async function fetchSummary({ catalog }: Pick<ConfirmServices, 'catalog'>) {
  const [summary] = await Promise.all([import('./OrderSummary.tsx'), catalog.loadPart('pages')])
  return summary
}

/**
 * Shows what an order will do in figures before it is sent, unless the user has switched the dialog
 * off. A limit far beyond the best price, and any order while the book on screen is stale, always
 * needs a confirmation; and another one where the market became so while the dialog was open.
 */
export async function confirmOrder(
  { catalog, dialogs, translate, storage, toasts }: ConfirmServices,
  draft: OrderDraft,
  { spec, book, figures, submitText, isCurrent, signal }: ConfirmOptions<SpotTypes>,
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
  // A change of session closes open dialogs; this one would open after it.
  if (!isCurrent()) return false
  const { locale, messages, parts } = catalog.getState()
  if (!summary || !parts.pages) {
    toasts.error(translate('error.other'))
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
      // A second Enter must not send an order that the dialog warns about.
      initialFocus: mustAsk(risks) ? 'cancel' : 'confirm',
      signal,
    })
    if (action !== 'confirm') return false
    if (isLast) storage.set(STORAGE_KEYS.confirmOrders, 'none')
    const now = risksNow()
    if (!isCurrent() || !hasWorsened(now, { asked: risks })) return true
    risks = now
    isAlwaysAsked = true
  }
}
