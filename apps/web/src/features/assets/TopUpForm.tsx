import { compare, decimal, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import { useDates, useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { type FormEvent, useState } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { PaperAccount } from '../../data/paper/api.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import styles from './assets.module.css'
import type { TopUp } from '../../data/paper/paperFunds.ts'

const DECIMALS = 8

interface TopUpFormProps {
  readonly account: PaperAccount
  readonly isBusy: boolean
  /** Answers whether they were added. */
  readonly onAdd: (terms: TopUp, texts: { readonly confirmText: string }) => Promise<boolean>
}

/** Adds paper funds: all that the day still allows, or less. */
export function TopUpForm({
  account: { topUpLeft, topUpRenewsAt },
  isBusy,
  onAdd,
}: TopUpFormProps) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const assets = Object.keys(topUpLeft)
  const [asset, setAsset] = useState(assets[0] ?? '')
  // What is typed; until then all that is left.
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const left = topUpLeft[asset] ?? '0'
  const isUsedUp = compare(decimal(left), ZERO) <= 0
  const amount = finishAmount(typed ?? left)
  const value = parseDecimal(amount)
  const textOf = (figure: string) =>
    `${numbers.number(figure, { digits: DECIMALS, trim: true })} ${asset}`
  const isTooMuch = value !== null && compare(value, decimal(left)) > 0
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch
  const error = isTooMuch && !isUsedUp ? t('paper.tooMuch', { amount: textOf(left) }) : undefined
  const submitText = isReady ? t('paper.topup', { amount: textOf(amount) }) : t('paper.topupTitle')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    const isAdded = await onAdd({ asset, amount }, { confirmText: submitText })
    // The tried amount stays for a retry: the rest that is left by then would be another amount.
    setTyped(isAdded ? undefined : amount)
  }
  return (
    <form
      className={styles['topup']}
      aria-label={t('paper.topupTitle')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Select
        aria-label={t('paper.topupAsset')}
        size="small"
        className={styles['topupAsset']}
        options={assets.map((key) => ({ value: key, label: key }))}
        value={asset}
        onChange={(key) => {
          setAsset(key ?? asset)
          setTyped(undefined)
        }}
      />
      <AmountField
        aria-label={t('paper.topupAmount')}
        size="small"
        className={styles['topupAmount']}
        decimals={DECIMALS}
        unit={asset}
        value={typed ?? (isUsedUp ? '' : left)}
        error={error}
        disabled={isUsedUp}
        formatIdle={(text) => numbers.number(text, { digits: DECIMALS, trim: true })}
        {...readers(DECIMALS)}
        onChange={setTyped}
        onRefuse={setUnread}
      />
      <Button
        type="submit"
        size="small"
        loading={isBusy}
        disabled={!isReady}
        disabledReason={
          isUsedUp
            ? t('paper.topupUsed', { time: dates.timestamp(topUpRenewsAt) })
            : (unread ?? t('spot.enterAmount'))
        }
      >
        {submitText}
      </Button>
      <p className={styles['left']}>
        {isUsedUp
          ? t('paper.topupUsed', { time: dates.timestamp(topUpRenewsAt) })
          : t('paper.topupLeft', { amount: textOf(left) })}
      </p>
    </form>
  )
}
