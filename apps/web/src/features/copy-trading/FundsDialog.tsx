import { AmountField } from '@x/ui/amount-field'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { readAmount } from '../../data/funds/readAmount.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { DialogForm } from '../../lib/product-page/DialogForm.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'

const DECIMALS = 8

/** An amount that goes into a follow or lead, or comes out. */
export function FundsDialog({
  direction,
  available,
  isBusy,
  onClose,
  onSend,
}: {
  readonly direction: 'in' | 'out'
  /** What may be taken out, USDT. */
  readonly available: string
  readonly isBusy: boolean
  readonly onClose: () => void
  /** Whether it was done. */
  readonly onSend: (amount: string) => Promise<boolean>
}) {
  const t = useCopyMessages()
  const { money } = useCopyFigures()
  const readers = useAmountReaders()
  const balances = useBalances().data
  const [typed, setTyped] = useState('')
  const spot = balances?.find(({ asset }) => asset === 'USDT')?.available ?? '0'
  const most = direction === 'in' ? spot : available
  const { amount, isTooMuch } = readAmount(typed, most)
  const title = t(direction === 'in' ? 'copy.addFunds' : 'copy.takeOut')
  const send = async () => {
    if (amount !== undefined && (await onSend(amount))) onClose()
  }
  return (
    <DialogForm
      title={title}
      action={title}
      isBusy={isBusy}
      isReady={amount !== undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <AmountField
        label={t('spot.amount')}
        size="large"
        decimals={DECIMALS}
        unit="USDT"
        value={typed}
        error={isTooMuch ? t('error.balance') : undefined}
        help={`${t('orders.available')} ${money(most)}`}
        {...readers(DECIMALS)}
        onChange={setTyped}
      />
    </DialogForm>
  )
}
