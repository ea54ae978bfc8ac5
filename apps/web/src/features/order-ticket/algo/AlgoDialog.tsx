import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { SegmentedControl } from '@x/ui/segmented-control'
import { TextField } from '@x/ui/text-field'
import { useBookStore } from '@x/market/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSubmitter } from '../../../data/funds/useSubmitter.ts'
import { ALGO_DECIDED, type AlgoOrder, type AlgoTerms, placeAlgo } from '../../../data/algos/api.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { useAppDispatch } from '../../../data/store/hooks.ts'
import { serverText } from '../../../lib/errors/serverText.ts'
import { PageTexts } from '../../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../../lib/messages/messages.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { reportOrder } from '../../orders/index.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import styles from './algo.module.css'
import {
  ALGO_FIELDS,
  ALGO_KINDS,
  type AlgoDraft,
  type AlgoField,
  algoTerms,
  newAlgo,
  partsOf,
} from './algoDraft.ts'
import { useMarket } from '../../../data/market/useMarket.ts'
import { confirmAlgo } from './confirmAlgo.tsx'
import { AlgoList } from './AlgoList.tsx'
import { OrderAmountField } from '../OrderAmountField.tsx'
import { useNoOrders } from '../useReadOnly.ts'
import type { Ticket } from '../ticketContext.ts'

export interface AlgoDialogProps {
  readonly ticket: Ticket
  readonly onClose: () => void
}

/** Starts iceberg, time-weighted and scaled orders, and shows those that run. */
export default function AlgoDialog(props: AlgoDialogProps) {
  return (
    <PageTexts>
      <AlgoOrders {...props} />
    </PageTexts>
  )
}

function AlgoOrders({ ticket, onClose }: AlgoDialogProps) {
  const t = usePageMessages()
  return (
    <Dialog open onOpenChange={onClose} title={t('spot.algo')} size="medium">
      <AlgoForm ticket={ticket} />
      <AlgoList />
    </Dialog>
  )
}

function AlgoForm({ ticket: { spec, draft: of } }: Pick<AlgoDialogProps, 'ticket'>) {
  const t = usePageMessages()
  const [draft, setDraft] = useState(() => newAlgo(of.side, of.price))
  const [unread, setUnread] = useState<Partial<Record<AlgoField, string | undefined>>>({})
  const { send, isBusy, refusal, clear } = usePlace(spec, () =>
    setDraft({ ...draft, size: '', visible: '' }),
  )
  const edit = (part: Partial<AlgoDraft>) => {
    setDraft({ ...draft, ...part })
    clear()
  }
  const terms = algoTerms(draft, spec)
  const readOnly = useNoOrders(spec)
  const unreadText = ALGO_FIELDS[draft.kind].map((field) => unread[field]).find(Boolean)
  const kind = t(`algo.${draft.kind}`)
  const confirmText = t('algo.start', { kind })
  const parts = usePartsText(draft, spec)
  const services = useServices()
  const book = useBookStore(useMarket(), spec.symbol)
  // A question is judged by the book, which is there while somebody listens.
  useEffect(() => book.subscribe(() => {}), [book])
  const isAsking = useRef(false)
  const start = async (wanted: AlgoTerms) => {
    if (isAsking.current) return
    isAsking.current = true
    const isConfirmed = await confirmAlgo(services, {
      spec,
      terms: wanted,
      parts,
      confirmText,
      book: book.getState,
    }).finally(() => (isAsking.current = false))
    if (isConfirmed) await send(wanted)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (terms && !isBusy && !unreadText && readOnly === undefined) void start(terms)
  }
  return (
    <form className={styles['form']} aria-label={t('spot.algo')} noValidate onSubmit={submit}>
      <SegmentedControl
        aria-label={t('spot.side')}
        block
        value={draft.side}
        onChange={(side) => edit({ side })}
        segments={[
          { value: 'buy', label: t('spot.buy'), tone: 'up' },
          { value: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
      />
      <SegmentedControl
        aria-label={t('algo.kind')}
        block
        size="small"
        value={draft.kind}
        onChange={(next) => edit({ kind: next })}
        segments={ALGO_KINDS.map((value) => ({ value, label: t(`algo.${value}`) }))}
      />
      <AlgoFields draft={draft} spec={spec} onEdit={edit} onUnread={setUnread} />
      <p className={styles['note']} role="status">
        {parts}
      </p>
      {refusal ? (
        <p className={styles['refusal']} role="alert">
          {refusal}
        </p>
      ) : null}
      <Button
        type="submit"
        variant={draft.side}
        size="large"
        block
        loading={isBusy}
        disabled={!terms || unreadText !== undefined || readOnly !== undefined}
        disabledReason={readOnly ?? unreadText ?? t('spot.enterAmount')}
      >
        {confirmText}
      </Button>
    </form>
  )
}

interface AlgoFieldsProps {
  readonly draft: AlgoDraft
  readonly spec: SpotSymbol
  readonly onEdit: (part: Partial<AlgoDraft>) => void
  readonly onUnread: (
    change: (
      now: Partial<Record<AlgoField, string | undefined>>,
    ) => Partial<Record<AlgoField, string | undefined>>,
  ) => void
}

function AlgoFields({ draft, spec, onEdit, onUnread }: AlgoFieldsProps) {
  const t = usePageMessages()
  const labels: Readonly<Record<AlgoField, string>> = {
    size: t('spot.amount'),
    price:
      draft.kind === 'scaled'
        ? t('algo.lowest')
        : t(draft.kind === 'twap' ? 'algo.worst' : 'spot.price'),
    lastPrice: t('algo.highest'),
    visible: t('algo.visible'),
    parts: t('algo.parts'),
    minutes: t('algo.minutes'),
  }
  return ALGO_FIELDS[draft.kind].map((field) => {
    if (field === 'parts' || field === 'minutes')
      return (
        <TextField
          key={field}
          label={labels[field]}
          inputMode="numeric"
          maxLength={5}
          value={draft[field]}
          onChange={(value) => onEdit({ [field]: value.replace(/\D/g, '') })}
        />
      )
    const isCoin = field === 'size' || field === 'visible'
    return (
      <OrderAmountField
        // A text that was refused does not go along to another kind.
        key={`${draft.kind} ${field}`}
        name={field}
        label={labels[field]}
        unit={isCoin ? spec.base : spec.quote}
        decimals={isCoin ? spec.quantityPlace : spec.pricePlace}
        step={isCoin ? spec.stepSize : spec.tickSize}
        value={draft[field]}
        error={undefined}
        onBlur={() => {}}
        onRefuse={(message) => onUnread((now) => ({ ...now, [field]: message }))}
        onChange={(value) => onEdit({ [field]: value })}
      />
    )
  })
}

/** How many orders there will be, and that they take their funds one by one. */
function usePartsText(draft: AlgoDraft, spec: SpotSymbol): string {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const parts = partsOf(draft, spec)
  if (!parts) return t('algo.funds')
  const size = numbers.number(parts.size, { digits: decimalsOfStep(parts.size) })
  const each = t('algo.each', { count: String(parts.count), amount: `${size} ${spec.base}` })
  return `${each} ${t('algo.funds')}`
}

function usePlace(spec: SpotSymbol, onPlaced: (placed: AlgoOrder) => void) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const services = useServices()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<AlgoTerms>('algos', { decided: ALGO_DECIDED })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const report = (placed: AlgoOrder) => {
    const size = numbers.number(placed.size, { digits: decimalsOfStep(placed.size) })
    const text = t('algo.started', {
      kind: t(`algo.${placed.algoType}`),
      terms: `${t(`spot.${placed.side}`)} ${size} ${spec.base}`,
    })
    reportOrder(services, { kind: 'success', text })
  }
  return {
    isBusy,
    refusal,
    clear: () => setRefusal(undefined),
    async send(terms: AlgoTerms): Promise<void> {
      setBusy(true)
      const submitted = await dispatch(placeAlgo(terms, submitter))
      setBusy(false)
      if (submitted.status === 'accepted') {
        report(submitted.response)
        onPlaced(submitted.response)
      } else setRefusal(submitted.isUnknown ? t('spot.notSent') : serverText(submitted.error, t))
    },
  }
}
