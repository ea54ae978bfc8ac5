import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { needsConfirmation, readConfirmLevel } from '../confirmLevel.ts'
import type { ConfirmOptions, ConfirmServices } from '../ticketProduct.ts'
import type { FuturesDraft } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'

/** Fetches the confirmation dialog and its texts, ahead of a submission. */
export async function fetchFuturesSummary({ catalog }: Pick<ConfirmServices, 'catalog'>) {
  const [summary] = await Promise.all([
    import('./FuturesSummary.tsx'),
    catalog.loadPart('futures'),
    catalog.loadPart('pages'),
  ])
  return summary
}

/**
 * Shows what an order will do in figures before it is sent, unless the user has switched the dialog
 * off. An order that would be liquidated at once, and any while the book is stale, is always asked
 * about.
 */
export async function confirmFutures(
  services: ConfirmServices,
  draft: FuturesDraft,
  { spec, book, figures, submitText, isCurrent, signal }: ConfirmOptions<FuturesTypes>,
): Promise<boolean> {
  const { dialogs, storage, toasts, translate } = services
  const isStale = book()?.status !== 'live'
  const isAlwaysAsked = isStale || figures.isLiquidating
  const level = readConfirmLevel(storage.get(STORAGE_KEYS.confirmOrders))
  if (!isAlwaysAsked && !needsConfirmation(draft, level)) return true
  const summary = await fetchFuturesSummary(services).catch(() => undefined)
  if (!isCurrent()) return false
  if (!summary) {
    toasts.error(translate('error.other'))
    return false
  }
  let isLast = false
  const { action } = await dialogs.confirm({
    title: submitText,
    message: summary.futuresSummary({
      spec,
      draft,
      figures,
      isStale,
      onLast: isAlwaysAsked ? undefined : (checked) => (isLast = checked),
    }),
    confirmText: submitText,
    variant: draft.side,
    initialFocus: isAlwaysAsked ? 'cancel' : 'confirm',
    signal,
  })
  if (action === 'confirm' && isLast) storage.set(STORAGE_KEYS.confirmOrders, 'none')
  return action === 'confirm' && isCurrent()
}
