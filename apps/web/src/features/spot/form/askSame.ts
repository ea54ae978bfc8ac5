import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { Services } from '../../../services.ts'
import type { Side } from '../../orders/model.ts'
import { hasArrived, type SoughtOrder } from './hasArrived.ts'
import { sameOrder } from './SameOrder.tsx'

export interface AskSameOptions {
  readonly submitText: string
  readonly side: Side
  /** Whether form, user and funds are still those that were asked for. */
  readonly isStill: () => boolean
  /** The lists have shown it. */
  readonly onArrived: () => void
}

/** Decision 268: whether the same order once more is the one that had no answer, or another; `undefined`: nothing is to be sent. */
export async function askSame({ catalog, client, dialogs, say, toasts }: Services, order: SoughtOrder, { submitText, side, isStill, onArrived }: AskSameOptions): Promise<'again' | 'another' | undefined> {
  const [title, isThere] = await Promise.all([fetchTitle(catalog), hasArrived(order, { client })])
  if (!isStill()) return undefined
  if (title === undefined) {
    toasts.show({ kind: 'error', text: say('error.other') })
    return undefined
  }
  if (isThere) onArrived()
  let isSecond = isThere
  const { action } = await dialogs.confirm({
    title,
    message: sameOrder({ at: order.at, hasArrived: isThere, onSecond: (checked) => (isSecond = checked) }),
    confirmText: submitText,
    variant: side,
  })
  return action !== 'confirm' ? undefined : isSecond ? 'another' : 'again'
}

async function fetchTitle(catalog: Services['catalog']): Promise<string | undefined> {
  await catalog.loadPart('pages').catch(() => undefined)
  const { locale, parts: { pages } } = catalog.getState()
  return pages && createTranslate(pages, createMessageFormat({ locale }))('outcome.sameTitle')
}
