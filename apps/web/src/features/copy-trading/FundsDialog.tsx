import { compare, decimal, finishAmount, parseDecimal } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useCopyFigures } from './useCopyFigures.tsx'

const DECIMALS = 8

/** An amount that goes into a follow or lead, or comes out. */
export function FundsDialog({
  direction,
  available,
  onClose,
  onSend,
}: {
  readonly direction: 'in' | 'out'
  /** What may be taken out, USDT. */
  readonly available: string
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
  const amount = finishAmount(typed)
  const value = parseDecimal(amount)
  const isTooMuch = value !== null && compare(value, decimal(most)) > 0
  const title = t(direction === 'in' ? 'copy.addFunds' : 'copy.takeOut')
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (value !== null && !isTooMuch && (await onSend(amount))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
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
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          disabled={value === null || isTooMuch}
          disabledReason={t('spot.enterAmount')}
        >
          {title}
        </Button>
      </form>
    </Dialog>
  )
}
