import { type AmountReading, readPastedAmount, readTypedAmount } from '@x/locale/numbers'
import { useLocale } from '@x/locale/react'
import { useMessages } from '../messages/messages.ts'

export interface AmountReaders {
  /** For AmountField: the amount in the reader's way of writing, or why it is none. */
  readonly readTyped: (text: string) => string | { readonly refused: string }
  readonly readPasted: (text: string) => { readonly text: string } | { readonly refused: string }
}

/**
 * Every field that takes money is read here: what cannot be read with certainty is no amount and
 * says so (docs/adr/order-form.md).
 */
export function useAmountReaders(): (decimals: number) => AmountReaders {
  const t = useMessages()
  const { locale } = useLocale()
  return (decimals) => {
    const refusal = (reading: AmountReading) => {
      if (reading.status === 'amount') return undefined
      const { reason } = reading
      return {
        refused:
          reason === 'three-digits'
            ? t('spot.refused.three-digits', { example: decimals > 0 ? '1234.5' : '1234' })
            : t(`spot.refused.${reason}`),
      }
    }
    return {
      readTyped(text) {
        const reading = readTypedAmount(text, { locale, decimals })
        return refusal(reading) ?? reading.text
      },
      readPasted(text) {
        const reading = readPastedAmount(text, { locale, decimals })
        return refusal(reading) ?? { text: reading.text }
      },
    }
  }
}
