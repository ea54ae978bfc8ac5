import { compare, decimal, finishAmount, formatDecimal, mul, parseDecimal } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { type CopyLeader, DECIDED, type FollowTerms, openFollow } from '../../data/copy/api.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { DialogForm } from '../../lib/product-page/DialogForm.tsx'
import own from './copy.module.css'
import { TermsFields, useTermsDraft } from './FollowTermsFields.tsx'
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
  const { terms } = draft
  const send = async () => {
    if (terms && (await submit(openFollow(terms, submitter), t('copy.done')))) onClose()
  }
  return (
    <DialogForm
      title={t('copy.copyName', { name: leader.nickname })}
      action={t('copy.start')}
      isBusy={isBusy}
      isReady={terms !== undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <Allocation draft={draft} minimum={leader.minimum} />
      <TermsFields draft={draft.how} />
      <p className={own['worst']} role="status">
        {terms ? <WorstCase terms={terms} /> : null}
      </p>
    </DialogForm>
  )
}

type Draft = ReturnType<typeof useDraft>

function Allocation({ draft, minimum }: { readonly draft: Draft; readonly minimum: string }) {
  const t = useCopyMessages()
  const { money } = useCopyFigures()
  const readers = useAmountReaders()
  const most = `${t('orders.available')} ${money(draft.available)}`
  return (
    <AmountField
      label={t('copy.allocation')}
      size="large"
      decimals={DECIMALS}
      unit="USDT"
      value={draft.typed}
      error={draft.isTooMuch ? t('error.balance') : undefined}
      help={`${most} · ${t('copy.minimum')} ${money(minimum)}`}
      {...readers(DECIMALS)}
      onChange={draft.setTyped}
    />
  )
}

/** What can be lost, in figures. */
function WorstCase({ terms: { allocation, stopLoss } }: { readonly terms: FollowTerms }) {
  const t = useCopyMessages()
  const { money, percentText } = useCopyFigures()
  const amount = money(allocation)
  if (stopLoss === undefined) return t('copy.worst', { amount })
  const loss = formatDecimal(mul(mul(decimal(allocation), decimal(stopLoss)), decimal('0.01')))
  return t('copy.worstStop', { amount, percent: percentText(stopLoss), loss: money(loss) })
}

function useDraft({ leadId, minimum }: CopyLeader) {
  const balances = useBalances().data
  const how = useTermsDraft()
  const [typed, setTyped] = useState('')
  const available = balances?.find(({ asset }) => asset === 'USDT')?.available ?? '0'
  const allocation = finishAmount(typed)
  const value = parseDecimal(allocation)
  const isEnough = value !== null && compare(value, decimal(minimum)) >= 0
  const { amount, isTooMuch } = readAmount(typed, available)
  const terms: FollowTerms | undefined =
    isEnough && amount !== undefined && how.terms ? { leadId, allocation, ...how.terms } : undefined
  return { typed, setTyped, how, available, isTooMuch, terms }
}
