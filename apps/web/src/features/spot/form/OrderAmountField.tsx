import { type AmountReading, readPastedAmount, readTypedAmount } from '@x/locale/numbers'
import { useLocale } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { useState } from 'react'
import type { SpotSymbol } from '../../orders/model.ts'
import styles from './form.module.css'
import { useOrderTexts } from './useOrderTexts.ts'

export interface OrderAmountFieldProps {
  readonly spec: SpotSymbol
  readonly name: string
  readonly label: string
  readonly unit: string
  readonly decimals: number
  readonly step?: string
  readonly value: string
  readonly error: string | undefined
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** An amount in the user's way of writing. What cannot be read with certainty changes nothing and says so. */
export function OrderAmountField({ spec, value, decimals, error, step, placeholder, disabled = false, onChange, onBlur, ...rest }: OrderAmountFieldProps) {
  const { locale } = useLocale()
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
      disabled={disabled}
      error={refused ?? error}
      {...(step === undefined ? {} : { step })}
      {...(placeholder === undefined ? {} : { placeholder })}
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
