import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { Services } from '../../app/services.ts'
import type { Side } from '../../data/spot/model.ts'
import { confirmDuplicate } from '../submissions/index.ts'
import { hasOrderArrived, type SoughtOrder } from '../../data/submissions/hasOrderArrived.ts'

export interface AskSameOrderOptions {
  readonly submitText: string
  readonly side: Side
  /** Whether form, user and funds are still those that were asked for. */
  readonly isStill: () => boolean
  /** The lists have shown it. */
  readonly onArrived: () => void
}

/** Asks the lists first, and then the trader (docs/adr/order-form.md). */
export async function askSameOrder(
  { catalog, client, dialogs, say, toasts }: Services,
  order: SoughtOrder,
  { submitText, side, isStill, onArrived }: AskSameOrderOptions,
): Promise<'again' | 'another' | undefined> {
  const [title, isThere] = await Promise.all([
    fetchTitle(catalog),
    hasOrderArrived(order, { client }),
  ])
  if (!isStill()) return undefined
  if (title === undefined) {
    toasts.show({ kind: 'error', text: say('error.other') })
    return undefined
  }
  if (isThere) onArrived()
  return confirmDuplicate(
    { title, confirmText: submitText, variant: side },
    { dialogs, facts: { kind: 'order', at: order.at, hasArrived: isThere } },
  )
}

async function fetchTitle(catalog: Services['catalog']): Promise<string | undefined> {
  await catalog.loadPart('pages').catch(() => undefined)
  const {
    locale,
    parts: { pages },
  } = catalog.getState()
  return pages && createTranslate(pages, createMessageFormat({ locale }))('outcome.sameTitle')
}
