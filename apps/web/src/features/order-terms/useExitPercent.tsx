import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type ReactNode, useState } from 'react'
import type { Side } from '../../data/spot/model.ts'
import { exitAt } from './priceTools.ts'

export interface ExitPercentOptions {
  readonly exit: 'takeProfit' | 'stopLoss'
  readonly spec: { readonly quote: string; readonly pricePlace: number; readonly tickSize: string }
  /** The side of the entry. */
  readonly side: Side
  /** The price that percents are counted from. */
  readonly entry: string | undefined
  readonly label: string
  readonly value: string
  readonly onChange: (price: string) => void
  /** Of the button that changes the unit. */
  readonly className: string | undefined
}

/** What the field of an exit is given. */
export interface ExitPercentField {
  readonly label: string
  readonly value: string
  readonly decimals: number
  readonly step: string
  readonly end: ReactNode
  readonly onChange: (text: string) => void
}

/** The trigger of an exit: a price, or percent of the entry with the price in the label. */
export function useExitPercent({
  exit,
  spec: { quote, pricePlace, tickSize },
  side,
  entry,
  label,
  value,
  onChange,
  className,
}: ExitPercentOptions): ExitPercentField {
  const numbers = useNumbers('trading')
  const [percent, setPercent] = useState<PercentText | undefined>(undefined)
  const end = (
    <Button
      variant="ghost"
      size="mini"
      className={className}
      aria-pressed={percent !== undefined}
      onClick={() => setPercent(percent ? undefined : { text: '', price: value })}
    >
      {percent ? '%' : quote}
    </Button>
  )
  if (!percent) return { label, value, decimals: pricePlace, step: tickSize, end, onChange }
  const at = numbers.number(value, { digits: pricePlace, purpose: 'price' })
  return {
    label: value === '' ? label : `${label} ${at}`,
    // A price that something else has changed or blanked is no longer that percent.
    value: percent.price === value ? percent.text : '',
    decimals: 2,
    step: '0.1',
    end,
    onChange(text) {
      const price = exitAt(text, { exit, side, price: entry, tickSize }) ?? ''
      setPercent({ text, price })
      onChange(price)
    },
  }
}

interface PercentText {
  readonly text: string
  /** The price that it makes. */
  readonly price: string
}
