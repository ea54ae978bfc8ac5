import { add, compare, decimal, finishAmount, formatDecimal, parseDecimal } from '@x/decimal'
import { useDates, useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Checkbox } from '@x/ui/checkbox'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import {
  DECIDED,
  type EarnPosition,
  type EarnProduct,
  subscribeEarn,
  type SubscribeTerms,
  useEarnPositions,
} from '../../data/earn/api.ts'
import { interestOf } from '../../data/earn/interest.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { DialogForm } from '../../lib/product-page/DialogForm.tsx'
import styles from '../../lib/product-page/product.module.css'
import { useProductName } from './useProductName.ts'

/** Of a flexible product the calculator shows this long. */
const MONTH = 30

/** An amount for a product, with what it will earn. */
export function SubscribeDialog({
  product,
  onClose,
}: {
  readonly product: EarnProduct
  readonly onClose: () => void
}) {
  const t = useProductMessages()
  const { name } = useProductName()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const draft = useDraft(product)
  const { isBusy, send } = useSubscribe({ product, onDone: onClose })
  const figure = (text: string) => numbers.number(text, { digits: product.decimals, trim: true })
  const { terms } = draft
  return (
    <DialogForm
      title={<CoinTitle asset={product.asset}>{name(product)}</CoinTitle>}
      action={t('earn.subscribe')}
      isBusy={isBusy}
      isReady={terms !== undefined}
      onSubmit={() => terms && send(terms)}
      onClose={onClose}
    >
      <AmountField
        label={t('spot.amount')}
        size="large"
        decimals={product.decimals}
        unit={product.asset}
        value={draft.typed}
        error={draft.isTooMuch ? t('error.balance') : undefined}
        help={
          <>
            {t('orders.available')}{' '}
            <NumberText unit={product.asset}>{figure(draft.available)}</NumberText>
          </>
        }
        {...readers(product.decimals)}
        onChange={draft.setTyped}
      />
      {product.days > 0 ? (
        <Checkbox checked={draft.autoRenew} onChange={draft.setAutoRenew}>
          {t('earn.autoRenew')}
        </Checkbox>
      ) : null}
      <InterestNote product={product} interest={draft.interest} figure={figure} />
    </DialogForm>
  )
}

interface InterestNoteProps {
  readonly product: EarnProduct
  readonly interest: string | undefined
  readonly figure: (text: string) => string
}

/** What the amount will earn, or the least that can be put in. */
function InterestNote({ product, interest, figure }: InterestNoteProps) {
  const t = useProductMessages()
  return (
    <p className={styles['note']} role="status">
      {interest === undefined
        ? t('earn.minimum', { amount: `${figure(product.minimum)} ${product.asset}` })
        : t('earn.calculator', {
            days: product.days || MONTH,
            amount: `${figure(interest)} ${product.asset}`,
          })}
    </p>
  )
}

function useDraft(product: EarnProduct) {
  const balances = useBalances().data
  const { data: positions = [] } = useEarnPositions()
  const [typed, setTyped] = useState('')
  const [autoRenew, setAutoRenew] = useState(false)
  const available = balances?.find(({ asset }) => asset === product.asset)?.available ?? '0'
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const isEnough = value !== null && compare(value, decimal(product.minimum)) >= 0
  const { isTooMuch, ...read } = readAmount(typed, available)
  const terms: SubscribeTerms | undefined =
    isEnough && read.amount !== undefined
      ? { productId: product.productId, amount, ...(product.days > 0 ? { autoRenew } : {}) }
      : undefined
  const held = positions
    .filter(({ productId }) => productId === product.productId)
    .reduce((sum, { principal }) => add(sum, decimal(principal)), decimal('0'))
  const interest = isEnough
    ? interestOf(amount, { product, days: product.days || MONTH, held: formatDecimal(held) })
    : undefined
  return { typed, setTyped, autoRenew, setAutoRenew, available, isTooMuch, terms, interest }
}

function useSubscribe({
  product: { asset },
  onDone,
}: {
  readonly product: EarnProduct
  readonly onDone: () => void
}) {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<SubscribeTerms>('earn', { decided: DECIDED })
  const [isBusy, setBusy] = useState(false)
  const done = (terms: SubscribeTerms, { startsAt }: EarnPosition) =>
    t('earn.done', {
      amount: `${numbers.number(terms.amount, { digits: 8, trim: true })} ${asset}`,
      date: dates.date(startsAt, 'date'),
    })
  return {
    isBusy,
    async send(terms: SubscribeTerms): Promise<void> {
      setBusy(true)
      const submitted = await dispatch(subscribeEarn(terms, submitter))
      setBusy(false)
      if (submitted.status === 'accepted') {
        toasts.success(done(terms, submitted.response))
        onDone()
      } else
        toasts.error(submitted.isUnknown ? t('redPacket.unknown') : serverText(submitted.error, t))
    },
  }
}
