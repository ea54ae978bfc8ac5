import type { BookView } from '@x/market'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { AppServices } from '../../data/services/appServices.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { hasOrderArrived, type SoughtOrder } from '../../data/submissions/hasOrderArrived.ts'
import { confirmDuplicate } from '../submissions/index.ts'
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
  /** Whether ticket, user and realm are still those of the submission. */
  readonly isCurrent: () => boolean
  /** Aborted when the ticket is left: its dialog closes. */
  readonly signal: AbortSignal
}

type ConfirmServices = Pick<AppServices, 'catalog' | 'dialogs' | 'translate' | 'storage' | 'toasts'>

/**
 * Fetches the confirmation dialog and its texts: ahead of a submission (docs/adr/web.md), or with
 * the first order that needs them.
 */
export async function fetchSummary({ catalog }: Pick<AppServices, 'catalog'>) {
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
  { spec, book, figures, submitText, isCurrent, signal }: ConfirmOptions,
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
    toasts.show({ kind: 'error', text: translate('error.other') })
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

export interface ConfirmDuplicateOrderOptions {
  readonly submitText: string
  readonly side: Side
  readonly isCurrent: () => boolean
  readonly signal: AbortSignal
  /** Called when the order lists show the pending order. */
  readonly onArrived: () => void
}

/**
 * Looks the pending order up, then asks whether to send it again or to place another one
 * (docs/adr/order-form.md). `undefined`: nothing is to be sent.
 */
export async function confirmDuplicateOrder(
  { catalog, client, dialogs, translate, toasts }: AppServices,
  order: SoughtOrder,
  { submitText, side, isCurrent, signal, onArrived }: ConfirmDuplicateOrderOptions,
): Promise<'again' | 'another' | undefined> {
  const [title, isThere] = await Promise.all([
    fetchTitle(catalog),
    hasOrderArrived(order, { client }),
  ])
  if (!isCurrent()) return undefined
  if (title === undefined) {
    toasts.show({ kind: 'error', text: translate('error.other') })
    return undefined
  }
  if (isThere) onArrived()
  return confirmDuplicate(
    { title, confirmText: submitText, variant: side, signal },
    { dialogs, facts: { kind: 'order', at: order.at, hasArrived: isThere } },
  )
}

async function fetchTitle(catalog: AppServices['catalog']): Promise<string | undefined> {
  await catalog.loadPart('pages').catch(() => undefined)
  const {
    locale,
    parts: { pages },
  } = catalog.getState()
  return pages && createTranslate(pages, createMessageFormat({ locale }))('outcome.sameTitle')
}
