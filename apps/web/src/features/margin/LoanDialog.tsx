import { compare, decimal, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { interestFor } from '@x/trading/futures'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import {
  DECIDED_LOANS,
  type LoanTerms,
  sendLoan,
  useMarginAccount,
  useMarginMaxima,
  useMarginRates,
} from '../../data/margin/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { marginErrorText } from '../../lib/errors/marginErrorText.ts'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { LevelGauge } from './LevelGauge.tsx'
import styles from './margin.module.css'
import { freeOf, isPositive, lesser, owedOf } from './marginFigures.ts'
import { useAccountName } from '../../data/margin/accountName.ts'

type LoanKind = 'borrow' | 'repay'

export interface LoanDialogProps {
  readonly kind: LoanKind
  /** Pair of an isolated account; absent: cross. */
  readonly symbol?: string | undefined
  /** What is chosen at first. */
  readonly asset?: string | undefined
  readonly onClose: () => void
}

/** Of amounts that are read rather than typed, and of all until the terms of loans are known. */
const DIGITS = 8
const MOST_DIGITS = 18

/** Borrows for a margin account, or pays back. */
export default function LoanDialog(props: LoanDialogProps) {
  return (
    <Suspense fallback={null}>
      <MarginTexts>
        <LoanForm {...props} />
      </MarginTexts>
    </Suspense>
  )
}

function LoanForm(props: LoanDialogProps) {
  const t = useMarginMessages()
  const formId = useId()
  const draft = useLoanDraft(props)
  const { kind, asset } = draft
  const nameOf = useAccountName()
  const account = useMarginAccount(props)
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={nameOf(props.symbol ?? null)}
      footer={
        <>
          <Button onClick={props.onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={draft.isBusy}
            disabled={!draft.isReady}
            disabledReason={draft.unread ?? t('spot.enterAmount')}
          >
            {t(`margin.${kind}`)}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <SegmentedControl
          aria-label={t('margin.loan')}
          block
          value={kind}
          onChange={draft.setKind}
          segments={[
            { value: 'borrow', label: t('margin.borrow') },
            { value: 'repay', label: t('margin.repay') },
          ]}
        />
        <Select
          label={t('orders.asset')}
          options={draft.assets.map((value) => ({ value, label: value }))}
          value={asset}
          onChange={(value) => value !== null && draft.setAsset(value)}
        />
        <LoanAmount draft={draft} />
        {account ? <LevelGauge account={account} /> : null}
        {draft.refusal ? (
          <p className={styles['help']} data-refused="" role="alert">
            {draft.refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

function LoanAmount({ draft }: { readonly draft: ReturnType<typeof useLoanDraft> }) {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const { kind, asset, most, decimals } = draft
  const figure = (value: string, digits = Math.min(decimals, DIGITS)) =>
    numbers.number(value, { digits, trim: true })
  return (
    <>
      <AmountField
        label={t('spot.amount')}
        decimals={decimals}
        unit={asset}
        value={draft.typed}
        error={
          draft.isTooMuch
            ? t(kind === 'borrow' ? 'margin.error.limit' : 'error.balance')
            : undefined
        }
        help={
          <>
            {t(kind === 'borrow' ? 'margin.canBorrow' : 'margin.debt')}{' '}
            <NumberText unit={asset}>{figure(kind === 'borrow' ? most : draft.owed)}</NumberText>
          </>
        }
        end={
          <Button
            size="small"
            variant="ghost"
            disabled={!isPositive(most)}
            onClick={() => draft.setTyped(most)}
          >
            {t('margin.all')}
          </Button>
        }
        {...readers(decimals)}
        onChange={draft.setTyped}
        onRefuse={draft.setUnread}
      />
      {kind === 'borrow' ? (
        draft.hourly === undefined ? null : (
          <p className={styles['help']} role="status">
            {t('margin.charged', { amount: `${figure(draft.hourly, decimals)} ${asset}` })}
          </p>
        )
      ) : (
        <p className={styles['help']}>
          {t('orders.available')} <NumberText unit={asset}>{figure(draft.free)}</NumberText>
        </p>
      )}
    </>
  )
}

type MarginRate = NonNullable<ReturnType<typeof useMarginRates>['data']>[number]

const hourlyInterest = (principal: string, { dailyRate, decimals }: MarginRate) =>
  interestFor({ principal, dailyRate, from: 0, to: 0 }, { scale: decimals })

/** What is typed, and what it means. */
function useLoanDraft({ kind: first, symbol, asset: wanted, onClose }: LoanDialogProps) {
  const account = useMarginAccount({ symbol })
  const { data: maxima } = useMarginMaxima({ symbol })
  const { data: rates } = useMarginRates()
  const [kind, setKind] = useState(first)
  const [chosen, setAsset] = useState(wanted)
  const [typed, setTyped] = useState('')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const all = maxima?.map(({ asset }) => asset) ?? []
  const owed = all.filter((asset) => isPositive(owedOf(account, asset)))
  const assets = kind === 'repay' && owed.length > 0 ? owed : all
  const asset = chosen && assets.includes(chosen) ? chosen : (assets[0] ?? wanted ?? 'USDT')
  const debt = owedOf(account, asset)
  const free = freeOf(account, asset)
  const maximum = maxima?.find((row) => row.asset === asset)?.borrow ?? '0'
  const most = kind === 'borrow' ? maximum : lesser(debt, free)
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const isTooMuch = value !== null && compare(value, decimal(most)) > 0
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch && !unread
  const rate = rates?.find((row) => row.asset === asset)
  const hourly = isReady && rate ? hourlyInterest(amount, rate) : undefined
  const sender = useLoanSender({ kind, onClose })
  return {
    kind,
    setKind(next: LoanKind) {
      setKind(next)
      setTyped('')
    },
    assets: assets.includes(asset) ? assets : [asset, ...assets],
    asset,
    setAsset(next: string) {
      setAsset(next)
      setTyped('')
    },
    typed,
    setTyped,
    unread,
    setUnread,
    owed: debt,
    free,
    most,
    decimals: rate?.decimals ?? DIGITS,
    hourly,
    isTooMuch,
    isReady,
    isBusy: sender.isBusy,
    refusal: sender.refusal,
    submit(event: FormEvent) {
      event.preventDefault()
      const terms = { asset, amount, ...(symbol === undefined ? {} : { symbol }) }
      if (isReady && !sender.isBusy) void sender.send(terms)
    },
  }
}

function useLoanSender({ kind, onClose }: Pick<LoanDialogProps, 'kind' | 'onClose'>) {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const { toasts, log } = useServices()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<LoanTerms>('loans', { decided: DECIDED_LOANS })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  async function send(terms: LoanTerms): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    const submitted = await dispatch(sendLoan(kind, { terms, submitter }))
    setBusy(false)
    if (submitted.status === 'accepted') {
      const figure = numbers.number(terms.amount, { digits: MOST_DIGITS, trim: true })
      const amount = `${figure} ${terms.asset}`
      const text = t(kind === 'borrow' ? 'margin.borrowDone' : 'margin.repayDone', { amount })
      toasts.success(text)
      log.add({ kind: 'success', text })
      onClose()
    } else
      setRefusal(submitted.isUnknown ? t('margin.unknown') : marginErrorText(submitted.error, t))
  }
  return { isBusy, refusal, send }
}
