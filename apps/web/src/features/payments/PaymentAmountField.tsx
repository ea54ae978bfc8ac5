import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useFigure } from './useFigure.ts'

/** Of every coin at least so many are kept; a server with fewer refuses the rest. */
const DECIMALS = 8

interface PaymentAmountFieldProps {
  readonly label: string
  readonly asset: string
  readonly available: string
  readonly value: string
  readonly isTooMuch: boolean
  readonly onChange: (typed: string) => void
}

/** An amount of what the user has of a coin. */
export function PaymentAmountField({
  label,
  asset,
  available,
  value,
  isTooMuch,
  onChange,
}: PaymentAmountFieldProps) {
  const t = useAccountMessages()
  const figure = useFigure()
  const readers = useAmountReaders()
  return (
    <AmountField
      label={label}
      size="large"
      decimals={DECIMALS}
      unit={asset}
      value={value}
      error={isTooMuch ? t('error.balance') : undefined}
      help={
        <>
          {t('orders.available')} <NumberText unit={asset}>{figure(available)}</NumberText>
        </>
      }
      end={
        <Button size="small" variant="ghost" onClick={() => onChange(cut(available))}>
          {t('transfer.all')}
        </Button>
      }
      {...readers(DECIMALS)}
      onChange={onChange}
    />
  )
}

/** With no more decimals than the field takes, rounded down. */
const cut = (amount: string): string => amount.replace(/(\.\d{8})\d+$/, '$1')
