import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useQuotesStore } from '@x/market/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, useId, useState } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { unreadField } from '../../lib/amounts/unreadField.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { captureSession } from '../../data/session/captureSession.ts'
import {
  crossingText,
  hasWorsened,
  markPrice,
  mustAsk,
  ofPair,
  orderRisks,
  orderWarnings,
} from '../order-terms/index.ts'
import { isOutcomeUnknown } from '../../data/submissions/isOutcomeUnknown.ts'
import { amendedLimit } from './amendedLimit.ts'
import { amendableFields, termsOf } from './amendment.ts'
import { type AmendField, type AmendTerms } from '../../data/spot/model.ts'
import { amendmentOf, isSame } from './amendmentOf.ts'
import { useAmendOrder, useOpenOrders } from '../../data/orders/hooks.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import legs from './editOrder.module.css'
import styles from './orders.module.css'
import { useAmendFields } from './useAmendFields.ts'
import { useAmendRefusal } from './useAmendRefusal.ts'
import { useOrderName, useOrderTerms } from './useOrderName.ts'

export interface EditOrderProps {
  /** As it was when the dialog was asked for. */
  readonly order: SpotOrder
  readonly spec: SpotSymbol
  readonly onClose: () => void
  /** What was asked for elsewhere, for instance a price on the chart. */
  readonly initial?: AmendTerms
}

/** What was written in fields, and what stood there then. */
type Written = Readonly<
  Partial<Record<AmendField, { readonly text: string; readonly stood: string }>>
>

/** The limit of an exit is next to its trigger. */
const LIMIT_OF: Readonly<Partial<Record<AmendField, AmendField>>> = {
  takeProfitTriggerPrice: 'takeProfitPrice',
  stopLossTriggerPrice: 'stopLossPrice',
}
const LIMITS: readonly (AmendField | undefined)[] = Object.values(LIMIT_OF)

/**
 * Changes prices, callback rate or size of an order; arrow keys step by tick and step. The button
 * says what will stand.
 */
export default function EditOrder(props: EditOrderProps) {
  return (
    <PageTexts>
      <EditDialog {...props} />
    </PageTexts>
  )
}

function EditDialog({ order: opened, spec, onClose, initial = {} }: EditOrderProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const market = useMarket()
  const { toasts, log, dialogs } = useServices()
  const dispatch = useAppDispatch()
  const nameOf = useOrderName()
  const fullNameOf = useOrderTerms()
  const formId = useId()
  const { data: live } = useOpenOrders()
  // The current order, which may have changed since the dialog opened.
  const order = live?.find(({ orderId }) => orderId === opened.orderId) ?? opened
  // What was written alone is kept: an exit grows with each fill of its entry, and another tab
  // moves a price. What stood when the dialog opened is nobody's wish.
  const [written, setWritten] = useState<Written>(() =>
    Object.fromEntries(Object.entries(initial).map(([name, text]) => [name, { text, stood: '' }])),
  )
  const standing = termsOf(order)
  const terms = { ...standing, ...stillMeant(written, standing) }
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [unread, setUnread] = useState<Readonly<Partial<Record<AmendField, string | undefined>>>>(
    {},
  )
  const [amend, { isLoading }] = useAmendOrder()
  const facts = useAmendFields(order, spec)
  const refusalText = useAmendRefusal(order, spec)
  // For the checks alone: what is written stays in view while prices move.
  const quotes = useQuotesStore(market, spec.symbol, NORMAL_UPDATES)
  const { book, ticker } = useStore(quotes)
  const lastPrice = ticker?.last ?? null
  const prices = {
    lastPrice,
    bestBid: book?.bids[0]?.price ?? null,
    bestAsk: book?.asks[0]?.price ?? null,
  }
  const amendment = amendmentOf(order, {
    terms,
    market: { symbol: spec, ...prices, markPrice: markPrice(prices) },
  })
  const limit = amendedLimit(order, terms)
  const risks = orderRisks({ spec, book, limit: amendment.status === 'ready' ? limit : undefined })
  const problem = amendment.status === 'wrong' ? amendment.problem : undefined
  const wrong = (): string | undefined => {
    if (!problem) return undefined
    const { field, why } = problem
    if (why === 'refused') return refusalText(problem.found, lastPrice)
    if (why === 'filled')
      return t('orders.aboveFilled', {
        filled: numbers.number(order.sizeUnit === 'base' ? order.filled : order.filledQuote, {
          digits: facts.size.decimals,
        }),
      })
    return t(
      field === 'size'
        ? 'spot.enterAmount'
        : field === 'callbackRate'
          ? 'spot.enterRate'
          : field.endsWith('riggerPrice')
            ? 'spot.enterTrigger'
            : 'spot.enterPrice',
    )
  }
  const fields = amendableFields(order)
  // A text that is no amount stands in its field alone: without it another change would be sent.
  const unreadText = fields
    .map((name) => (terms[name] ? undefined : unread[name]))
    .find((text) => text !== undefined)
  /** What stands now, and what stood before. */
  const changedText = (changed: AmendTerms): string => {
    const next = {
      ...order,
      ...(changed.size === undefined ? {} : { size: changed.size }),
      ...(changed.price === undefined ? {} : { price: changed.price }),
    }
    const before =
      next.size === order.size && next.price === order.price
        ? ''
        : ` (${t('orders.before', { terms: fullNameOf(order, spec).amount })})`
    const figure = (name: AmendField, text: string | undefined) =>
      text
        ? numbers.number(text, { digits: facts[name].decimals })
        : (facts[name].placeholder ?? t('spot.market'))
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
  /**
   * Asks where something is to be asked about, and again where the market has moved under the
   * question.
   */
  const isMeant = async (): Promise<boolean> => {
    const risksNow = () => orderRisks({ spec, book: quotes.getState().book, limit })
    let asked = risksNow()
    let isOpen = mustAsk(asked)
    while (isOpen) {
      const title = t('orders.editOrder', nameOf(order, spec))
      const message = orderWarnings({ spec, risks: asked, limit: terms.price })
      const { action } = await dialogs.confirm({
        title,
        message,
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
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading) return
    const unread = unreadField<AmendField>(event.currentTarget, terms)
    if (unread) return unread.focus()
    if (amendment.status !== 'ready') return
    const isStill = captureSession(dispatch)
    if (!(await isMeant()) || !isStill()) return
    const { error } = await amend({ orderId: order.orderId, ...amendment.terms })
    if (error)
      return setRefusal(isOutcomeUnknown(error) ? t('outcome.editUnknown') : serverText(error, t))
    const text = changedText(amendment.terms)
    toasts.show({ kind: 'success', text })
    log.add({ kind: 'success', text })
    onClose()
  }
  const field = (name: AmendField) => (
    <AmountField
      key={name}
      {...facts[name]}
      name={name}
      // The first field of a dialog is where its keyboard user wants to be.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={name === fields[0]}
      value={terms[name]}
      error={problem?.field === name ? wrong() : undefined}
      {...readers(facts[name].decimals)}
      onChange={(value) => {
        setWritten({ ...written, [name]: { text: value, stood: standing[name] } })
        setRefusal(undefined)
      }}
      onRefuse={(message) => setUnread((before) => ({ ...before, [name]: message }))}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('orders.editOrder', nameOf(order, spec))}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isLoading}
            disabled={amendment.status !== 'ready' || unreadText !== undefined}
            disabledReason={unreadText ?? wrong() ?? t('orders.unchanged')}
          >
            {t('orders.edit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles['edit']}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {fields.map((name) => {
          const limit = LIMIT_OF[name]
          if (!limit) return LIMITS.includes(name) ? null : field(name)
          // Two limits of one name: which exit each belongs to is said by what is around it.
          return (
            <fieldset key={name} className={legs['leg']} aria-label={facts[name].label}>
              {field(name)}
              {field(limit)}
            </fieldset>
          )
        })}
        {risks.crossing && !risks.crossing.isKilled ? (
          <p className={styles['note']} data-refused={risks.crossing.isFar ? '' : undefined}>
            {crossingText(risks.crossing, { t, numbers, spec })}
          </p>
        ) : null}
        <p
          className={styles['note']}
          role={refusal ? 'alert' : undefined}
          data-refused={refusal ? '' : undefined}
        >
          {refusal ?? t('orders.placeInQueue')}
        </p>
      </form>
    </Dialog>
  )
}

/**
 * A text that says what stood is no wish, and goes with that. Until then it stays as it is typed:
 * `60000.0` is on its way to another price.
 */
function stillMeant(written: Written, standing: Readonly<Record<AmendField, string>>): AmendTerms {
  const meant = (Object.keys(written) as AmendField[]).flatMap((name) => {
    const { text, stood } = written[name]!
    return stood === standing[name] || !isSame(text, stood) ? [[name, text]] : []
  })
  return Object.fromEntries(meant) as AmendTerms
}
