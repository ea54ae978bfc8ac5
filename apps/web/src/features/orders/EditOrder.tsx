import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { useId } from 'react'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { crossingText } from '../order-terms/index.ts'
import type { AmendField, AmendTerms, SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import legs from './editOrder.module.css'
import styles from './orders.module.css'
import { type AmendDraft, useAmendDraft } from './useAmendDraft.ts'
import { useAmendFields } from './useAmendFields.ts'
import { useAmendRefusal } from './useAmendRefusal.ts'
import { useAmendSubmit } from './useAmendSubmit.ts'
import { useOrderName } from './useOrderName.ts'

export interface EditOrderProps {
  /** As it was when the dialog was asked for. */
  readonly order: SpotOrder
  readonly spec: SpotSymbol
  readonly onClose: () => void
  /** What was asked for elsewhere, for instance a price on the chart. */
  readonly initial?: AmendTerms
}

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
  const nameOf = useOrderName()
  const formId = useId()
  const draft = useAmendDraft(opened, { spec, initial })
  const { submit, isLoading, refusal, clearRefusal } = useAmendSubmit(draft, { onClose })
  const wrong = useProblemText(draft)
  const { order, amendment, unreadText } = draft
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<CoinTitle asset={spec.base}>{t('orders.editOrder', nameOf(order, spec))}</CoinTitle>}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isLoading}
            disabled={amendment.status !== 'ready' || unreadText !== undefined}
            disabledReason={unreadText ?? wrong ?? t('orders.unchanged')}
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
        <AmendFields draft={draft} wrong={wrong} onWrite={clearRefusal} />
        <CrossingNote draft={draft} />
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

function AmendFields({
  draft,
  wrong,
  onWrite,
}: {
  readonly draft: AmendDraft
  /** What is wrong with the field that has a problem. */
  readonly wrong: string | undefined
  readonly onWrite: () => void
}) {
  const readers = useAmountReaders()
  const { order, spec, fields, terms, problem } = draft
  const facts = useAmendFields(order, spec)
  const field = (name: AmendField) => (
    <AmountField
      key={name}
      {...facts[name]}
      name={name}
      // The first field of a dialog is where its keyboard user wants to be.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={name === fields[0]}
      value={terms[name]}
      error={problem?.field === name ? wrong : undefined}
      {...readers(facts[name].decimals)}
      onChange={(value) => {
        draft.write(name, value)
        onWrite()
      }}
      onRefuse={(message) => draft.setUnread(name, message)}
    />
  )
  return fields.map((name) => {
    const limit = LIMIT_OF[name]
    if (!limit) return LIMITS.includes(name) ? null : field(name)
    // Two limits of one name: which exit each belongs to is said by what is around it.
    return (
      <fieldset key={name} className={legs['leg']} aria-label={facts[name].label}>
        {field(name)}
        {field(limit)}
      </fieldset>
    )
  })
}

/** What of the changed order would trade at once. */
function CrossingNote({ draft: { spec, risks } }: { readonly draft: AmendDraft }) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  if (!risks.crossing || risks.crossing.isKilled) return null
  return (
    <p className={styles['note']} data-refused={risks.crossing.isFar ? '' : undefined}>
      {crossingText(risks.crossing, { t, numbers, spec })}
    </p>
  )
}

/** What is wrong with the draft, in the user's language. */
function useProblemText({ order, spec, problem, lastPrice }: AmendDraft): string | undefined {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const facts = useAmendFields(order, spec)
  const refusalText = useAmendRefusal(order, spec)
  if (!problem) return undefined
  const { field, why } = problem
  if (why === 'refused') return refusalText(problem.found, lastPrice)
  if (why === 'filled')
    return t('orders.aboveFilled', {
      filled: numbers.number(order.sizeUnit === 'base' ? order.filled : order.filledQuote, {
        digits: facts.size.decimals,
      }),
    })
  if (field === 'size') return t('spot.enterAmount')
  if (field === 'callbackRate') return t('spot.enterRate')
  return t(field.endsWith('riggerPrice') ? 'spot.enterTrigger' : 'spot.enterPrice')
}
