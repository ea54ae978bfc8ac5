import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import type { ReactNode } from 'react'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import styles from './orderTicket.module.css'

export interface OrderAmountFieldProps {
  readonly name: string
  readonly label: string
  /** After the unit. */
  readonly end?: ReactNode
  readonly unit?: string
  readonly decimals: number
  readonly step?: string | undefined
  /** With two buttons that change it by its step. */
  readonly stepper?: boolean
  readonly value: string
  readonly error: string | undefined
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
  readonly onFocus?: () => void
  readonly onBlur: () => void
  /** The message of a text that is no amount, and `undefined` once it no longer stands. */
  readonly onRefuse: (message: string | undefined) => void
}

/**
 * An amount in the user's way of writing. What cannot be read with certainty is no amount and says
 * so.
 */
export function OrderAmountField({
  value,
  decimals,
  step,
  placeholder,
  ...rest
}: OrderAmountFieldProps) {
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  return (
    <AmountField
      {...rest}
      {...readers(decimals)}
      className={`${styles['field']} ${rest.stepper ? styles['stepped'] : ''}`}
      value={value}
      decimals={decimals}
      {...(step === undefined ? {} : { step })}
      {...(placeholder === undefined ? {} : { placeholder })}
      formatIdle={(text) => numbers.number(text, { digits: decimalsOfStep(text) })}
    />
  )
}
