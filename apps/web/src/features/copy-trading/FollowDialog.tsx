import { compare, decimal, finishAmount, formatDecimal, mul, parseDecimal } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { type CopyLeader, DECIDED, type FollowTerms, openFollow } from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
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
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.terms) return
    if (await submit(openFollow(draft.terms, submitter), t('copy.done'))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('copy.copyName', { name: leader.nickname })}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <Allocation draft={draft} minimum={leader.minimum} />
        <TermsFields draft={draft.how} />
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
  const { money } = useCopyFigures()
  const amount = money(allocation)
  if (stopLoss === undefined) return t('copy.worst', { amount })
  const loss = formatDecimal(mul(mul(decimal(allocation), decimal(stopLoss)), decimal('0.01')))
  return t('copy.worstStop', { amount, percent: stopLoss, loss: money(loss) })
}

function useDraft({ leadId, minimum }: CopyLeader) {
  const balances = useBalances().data
  const how = useTermsDraft()
  const [typed, setTyped] = useState('')
  const available = balances?.find(({ asset }) => asset === 'USDT')?.available ?? '0'
  const allocation = finishAmount(typed)
  const value = parseDecimal(allocation)
  const isTooMuch = value !== null && compare(value, decimal(available)) > 0
  const isEnough = value !== null && compare(value, decimal(minimum)) >= 0
  const terms: FollowTerms | undefined =
    isEnough && !isTooMuch && how.terms ? { leadId, allocation, ...how.terms } : undefined
  return { typed, setTyped, how, available, isTooMuch, terms }
}
