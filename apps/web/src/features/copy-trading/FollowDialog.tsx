import { compare, decimal, finishAmount, formatDecimal, mul, parseDecimal } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { SegmentedControl } from '@x/ui/segmented-control'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { type CopyLeader, DECIDED, type FollowTerms, openFollow } from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'
import { useCopyFigures } from './useCopyFigures.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

const DECIMALS = 8

/** How much copies a lead, how, and what can be lost by it. */
export function FollowDialog({
  leader,
  onClose,
}: {
  readonly leader: CopyLeader
  readonly onClose: () => void
}) {
  const t = useCopyMessages()
  const draft = useDraft(leader)
  const { isBusy, submit } = useCopyRequest()
  const submitter = useSubmitter<FollowTerms>('copy', { decided: DECIDED })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.terms) return
    if (await submit(openFollow(draft.terms, submitter), t('copy.done'))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('copy.copyName', { name: leader.nickname })}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <Fields draft={draft} minimum={leader.minimum} />
        <p className={own['worst']} role="status">
          {draft.terms ? <WorstCase terms={draft.terms} /> : null}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy}
          disabled={!draft.terms}
          disabledReason={t('spot.enterAmount')}
        >
          {t('copy.start')}
        </Button>
      </form>
    </Dialog>
  )
}

type Draft = ReturnType<typeof useDraft>

function Fields({ draft, minimum }: { readonly draft: Draft; readonly minimum: string }) {
  const t = useCopyMessages()
  const { money } = useCopyFigures()
  const readers = useAmountReaders()
  const most = `${t('orders.available')} ${money(draft.available)}`
  const help = `${most} · ${t('copy.minimum')} ${money(minimum)}`
  const field = (name: DraftField, label: string, unit: 'USDT' | '%', hint?: string) => (
    <AmountField
      label={label}
      decimals={unit === '%' ? 2 : DECIMALS}
      unit={unit}
      value={draft.fields[name]}
      help={hint}
      {...readers(unit === '%' ? 2 : DECIMALS)}
      onChange={(value) => draft.set(name, value)}
    />
  )
  return (
    <>
      <AmountField
        label={t('copy.allocation')}
        size="large"
        decimals={DECIMALS}
        unit="USDT"
        value={draft.fields.allocation}
        error={draft.isTooMuch ? t('error.balance') : undefined}
        help={help}
        {...readers(DECIMALS)}
        onChange={(value) => draft.set('allocation', value)}
      />
      <SegmentedControl
        aria-label={t('copy.mode')}
        block
        value={draft.mode}
        onChange={draft.setMode}
        segments={[
          { value: 'ratio', label: t('copy.ratio') },
          { value: 'amount', label: t('copy.amount') },
        ]}
      />
      {draft.mode === 'amount' ? field('amount', t('copy.amount'), 'USDT') : null}
      {field('stopLoss', t('copy.stopLoss'), '%')}
      {field('dailyCap', t('copy.dailyCap'), 'USDT')}
      {field('slippage', t('copy.slippage'), '%', t('copy.slippageHint'))}
    </>
  )
}

/** What can be lost, in figures. */
function WorstCase({ terms: { allocation, stopLoss } }: { readonly terms: FollowTerms }) {
  const t = useCopyMessages()
  const { money } = useCopyFigures()
  const amount = money(allocation)
  if (stopLoss === undefined) return t('copy.worst', { amount })
  const loss = formatDecimal(mul(mul(decimal(allocation), decimal(stopLoss)), decimal('0.01')))
  return t('copy.worstStop', { amount, percent: stopLoss, loss: money(loss) })
}

const EMPTY = { allocation: '', amount: '', stopLoss: '', dailyCap: '', slippage: '' }
type DraftField = keyof typeof EMPTY

function useDraft({ leadId, minimum }: CopyLeader) {
  const balances = useBalances().data
  const [fields, setFields] = useState(EMPTY)
  const [mode, setMode] = useState<FollowTerms['mode']>('ratio')
  const available = balances?.find(({ asset }) => asset === 'USDT')?.available ?? '0'
  const given = (name: DraftField) => finishAmount(fields[name])
  const allocation = given('allocation')
  const value = parseDecimal(allocation)
  const isTooMuch = value !== null && compare(value, decimal(available)) > 0
  const isEnough = value !== null && compare(value, decimal(minimum)) >= 0
  const isComplete = mode === 'ratio' || given('amount') !== ''
  const optional = (['stopLoss', 'dailyCap', 'slippage'] as const)
    .filter((name) => given(name) !== '')
    .map((name) => [name, given(name)] as const)
  const terms: FollowTerms | undefined =
    isEnough && !isTooMuch && isComplete
      ? {
          leadId,
          allocation,
          mode,
          ...(mode === 'amount' ? { amount: given('amount') } : {}),
          ...Object.fromEntries(optional),
        }
      : undefined
  return {
    fields,
    set: (name: DraftField, text: string) => setFields((now) => ({ ...now, [name]: text })),
    mode,
    setMode,
    available,
    isTooMuch,
    terms,
  }
}
