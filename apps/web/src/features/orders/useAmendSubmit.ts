import { useNumbers } from '@x/locale/react'
import { type FormEvent, useState } from 'react'
import { captureSession } from '../../data/session/captureSession.ts'
import type { AmendField, AmendTerms } from '../../data/spot/model.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { isOutcomeUnknown } from '../../data/submissions/isOutcomeUnknown.ts'
import { unreadField } from '../../lib/amounts/unreadField.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { hasWorsened, mustAsk, ofPair, orderRisks, orderWarnings } from '../order-terms/index.ts'
import { reportOrder } from './orderEvents.ts'
import { useOrdersProduct } from './ordersProduct.ts'
import type { AmendDraft } from './useAmendDraft.ts'
import { useAmendFields } from './useAmendFields.ts'
import { useOrderName, useOrderTerms } from './useOrderName.ts'

/** Sends the change that a form holds, and reports what became of it. */
export function useAmendSubmit(draft: AmendDraft, { onClose }: { readonly onClose: () => void }) {
  const t = usePageMessages()
  const services = useServices()
  const dispatch = useAppDispatch()
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const product = useOrdersProduct()
  const [amend, { isLoading }] = product.useAmend()
  const errorText = product.useErrorText()
  const changedText = useChangedText(draft)
  const confirmRisks = useConfirmRisks(draft)
  const { order, terms, amendment } = draft
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading) return
    const unread = unreadField<AmendField>(event.currentTarget, terms)
    if (unread) return unread.focus()
    if (amendment.status !== 'ready') return
    const isStill = captureSession(dispatch)
    if (!(await confirmRisks()) || !isStill()) return
    const { error } = await amend({ orderId: order.orderId, ...amendment.terms })
    if (error)
      return setRefusal(isOutcomeUnknown(error) ? t('outcome.editUnknown') : errorText(error))
    const text = changedText(amendment.terms)
    reportOrder(services, { kind: 'success', text, orderId: order.orderId })
    onClose()
  }
  return { submit, isLoading, refusal, clearRefusal: () => setRefusal(undefined) }
}

/** What stands now, and what stood before. */
function useChangedText({ order, spec, standing }: AmendDraft): (changed: AmendTerms) => string {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const facts = useAmendFields(order, spec)
  const fullNameOf = useOrderTerms()
  const figure = (name: AmendField, text: string | undefined) =>
    text
      ? numbers.number(text, { digits: facts[name].decimals })
      : (facts[name].placeholder ?? t('spot.market'))
  return (changed) => {
    const next = {
      ...order,
      ...(changed.size === undefined ? {} : { size: changed.size }),
      ...(changed.price === undefined ? {} : { price: changed.price }),
    }
    const before =
      next.size === order.size && next.price === order.price
        ? ''
        : ` (${t('orders.before', { terms: fullNameOf(order, spec).amount })})`
    const others = (Object.keys(changed) as AmendField[]).filter(
      (name) => name !== 'size' && name !== 'price',
    )
    const rest = others.map((name) => {
      const previous = t('orders.before', { terms: figure(name, standing[name]) })
      return `, ${facts[name].label} ${figure(name, changed[name])} (${previous})`
    })
    const { side, amount } = fullNameOf(next, spec)
    return ofPair(t('orders.edited', { side, amount: `${amount}${before}${rest.join('')}` }), spec)
  }
}

/**
 * Asks where something is to be asked about, and again where the market has moved under the
 * question. Resolves with whether the change is meant.
 */
function useConfirmRisks({ order, spec, terms, limit, quotes }: AmendDraft) {
  const t = usePageMessages()
  const { dialogs } = useServices()
  const nameOf = useOrderName()
  return async (): Promise<boolean> => {
    const risksNow = () => orderRisks({ spec, book: quotes.getState().book, limit })
    let asked = risksNow()
    let isOpen = mustAsk(asked)
    while (isOpen) {
      const { action } = await dialogs.confirm({
        title: t('orders.editOrder', nameOf(order, spec)),
        message: orderWarnings({ spec, risks: asked, limit: terms.price }),
        confirmText: t('orders.edit'),
        variant: order.side,
        // A second Enter must not send a change that the dialog warns about.
        initialFocus: 'cancel',
      })
      if (action !== 'confirm') return false
      const now = risksNow()
      isOpen = hasWorsened(now, { asked })
      asked = now
    }
    return true
  }
}
