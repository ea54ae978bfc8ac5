import { type ExitPercentOptions, useExitPercent } from '../order-terms/index.ts'
import { OrderAmountField, type OrderAmountFieldProps } from './OrderAmountField.tsx'
import styles from './orderTicket.module.css'

type ExitTriggerProps = Omit<ExitPercentOptions, 'className'> &
  Omit<OrderAmountFieldProps, 'unit' | 'end' | 'decimals' | 'step'>

/** The trigger of an exit in the order form. */
export function ExitTrigger({ exit, spec, side, entry, ...field }: ExitTriggerProps) {
  const { label, value, onChange } = field
  const options = { exit, spec, side, entry, label, value, onChange, className: styles['unit'] }
  return <OrderAmountField {...field} {...useExitPercent(options)} />
}
