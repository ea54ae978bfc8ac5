import { type AmountReading, readPastedAmount, readTypedAmount } from '@x/locale/numbers'
import { useLocale, useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { type ReactNode, useState } from 'react'
import type { SpotSymbol } from '../../orders/model.ts'
import { decimalsOfStep } from '../book/grouping.ts'
import styles from './form.module.css'
import { useOrderTexts } from './useOrderTexts.ts'

export interface OrderAmountFieldProps {
  readonly spec: SpotSymbol
  readonly name: string
  readonly label: string
  readonly labelEnd?: ReactNode
  readonly unit: string
  readonly decimals: number
  readonly step?: string | undefined
  readonly value: string
  readonly error: string | undefined
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** An amount in the user's way of writing. What cannot be read with certainty changes nothing and says so. */
export function OrderAmountField({ spec, value, decimals, error, step, placeholder, onChange, onBlur, ...rest }: OrderAmountFieldProps) {
  const { locale } = useLocale()
  const numbers = useNumbers('trading')
  const texts = useOrderTexts(spec)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const typed = (text: string): string => {
    const reading: AmountReading = readTypedAmount(text, { locale, decimals })
    setRefused(reading.status === 'refused' ? texts.refusal(reading.reason) : undefined)
    return reading.status === 'refused' ? value : reading.text
  }
  return (
    <AmountField
      {...rest}
      className={styles['field']}
      value={value}
      decimals={decimals}
      error={refused ?? error}
      {...(step === undefined ? {} : { step })}
      {...(placeholder === undefined ? {} : { placeholder })}
      formatIdle={(text) => numbers.number(text, { digits: decimalsOfStep(text) })}
      readTyped={typed}
      readPasted={(text) => {
        const reading = readPastedAmount(text, { locale, decimals })
        return reading.status === 'refused' ? { refused: texts.refusal(reading.reason) } : { text: reading.text }
      }}
      onChange={onChange}
      onBlur={() => {
        setRefused(undefined)
        onBlur()
      }}
    />
  )
}
