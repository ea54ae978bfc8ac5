import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { Services } from '../../../services.ts'
import type { Side } from '../../orders/model.ts'
import { hasArrived, type SoughtOrder } from './hasArrived.ts'

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
  const [face, isThere] = await Promise.all([fetchFace(catalog), hasArrived(order, { client })])
  if (!isStill()) return undefined
  if (!face) {
    toasts.show({ kind: 'error', text: say('error.other') })
    return undefined
  }
  if (isThere) onArrived()
  let isSecond = isThere
  const { action } = await dialogs.confirm({
    title: face.title,
    message: face.sameOrder({ at: order.at, hasArrived: isThere, onSecond: (checked) => (isSecond = checked) }),
    confirmText: submitText,
    variant: side,
  })
  return action !== 'confirm' ? undefined : isSecond ? 'another' : 'again'
}

async function fetchFace(catalog: Services['catalog']) {
  const [face] = await Promise.all([import('./SameOrder.tsx').catch(() => undefined), catalog.loadPart('pages').catch(() => undefined)])
  const { locale, parts: { pages } } = catalog.getState()
  return face && pages && { ...face, title: createTranslate(pages, createMessageFormat({ locale }))('outcome.sameTitle') }
}
