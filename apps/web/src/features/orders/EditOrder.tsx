import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, useId, useState } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { useAmountReaders } from '../amounts/useAmountReaders.ts'
import { serverText } from '../errors/serverText.ts'
import { type AmendField, amendableFields, amendmentOf, termsOf } from './amendment.ts'
import { useAmendOrderMutation } from './api.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'
import styles from './orders.module.css'
import { useOrderName } from './useOrderName.ts'

export interface EditOrderProps {
  readonly order: SpotOrder
  readonly spec: SpotSymbol
  readonly onClose: () => void
  /** What was asked for elsewhere, for instance a price on the chart. */
  readonly initial?: Readonly<Partial<Record<AmendField, string>>>
}

/** Changes price, trigger or size of an order; arrow keys step by tick and step. The button says what will stand. */
export default function EditOrder({ order, spec, onClose, initial = {} }: EditOrderProps) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const { toasts, log } = useServices()
  const nameOf = useOrderName()
  const formId = useId()
  const [terms, setTerms] = useState({ ...termsOf(order), ...initial })
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [amend, { isLoading }] = useAmendOrderMutation()
  const amendment = amendmentOf(order, { terms, spec })
  const problem = amendment.status === 'wrong' ? amendment.problem : undefined
  const isBase = order.sizeUnit === 'base'
  const price = { decimals: spec.pricePlace, step: spec.tickSize, unit: spec.quote }
  const facts: Readonly<Record<AmendField, { readonly label: string; readonly decimals: number; readonly step: string; readonly unit: string }>> = {
    price: { ...price, label: t('spot.price') },
    triggerPrice: { ...price, label: t('spot.triggerPrice') },
    takeProfitTriggerPrice: { ...price, label: t('spot.takeProfit') },
    stopLossTriggerPrice: { ...price, label: t('spot.stopLoss') },
    size: { label: isBase ? t('spot.amount') : t('spot.total'), decimals: isBase ? spec.quantityPlace : spec.pricePlace, step: isBase ? spec.stepSize : spec.tickSize, unit: isBase ? spec.base : spec.quote },
  }
  const wrong = (field: AmendField): string | undefined => {
    if (problem?.field !== field) return undefined
    const filled = numbers.number(isBase ? order.filled : order.filledQuote, { digits: facts.size.decimals })
    return { empty: t(field === 'size' ? 'spot.enterAmount' : 'spot.enterPrice'), tick: t('spot.badTick', { limit: spec.tickSize }), step: t('spot.badStep', { limit: spec.stepSize }), filled: t('orders.aboveFilled', { filled }) }[problem.why]
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (amendment.status !== 'ready' || isLoading) return
    const { error } = await amend({ orderId: order.orderId, ...amendment.terms })
    if (error) return setRefusal(serverText(error, t))
    const text = t('orders.edited', nameOf(order, spec))
    toasts.show({ kind: 'success', text })
    log.add({ kind: 'success', text })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('orders.editOrder', nameOf(order, spec))}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isLoading} disabled={amendment.status !== 'ready'} disabledReason={problem ? wrong(problem.field) : t('orders.unchanged')}>
            {t('orders.edit')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['edit']} noValidate onSubmit={(event) => void submit(event)}>
        {amendableFields(order).map((field, index) => (
          <AmountField
            key={field}
            {...facts[field]}
            name={field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a dialog is where its keyboard user wants to be
            autoFocus={index === 0}
            value={terms[field]}
            error={wrong(field)}
            {...readers(facts[field].decimals)}
            onChange={(value) => {
              setTerms({ ...terms, [field]: value })
              setRefusal(undefined)
            }}
          />
        ))}
        <p className={styles['note']} role={refusal ? 'alert' : undefined} data-refused={refusal ? '' : undefined}>
          {refusal ?? t('orders.placeInQueue')}
        </p>
      </form>
    </Dialog>
  )
}
