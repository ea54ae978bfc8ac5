import { useNumbers } from '@x/locale/react'

/** An amount in the user's digits, with no more decimals than it has. */
export function useFigure(): (amount: string) => string {
  const numbers = useNumbers('trading')
  return (amount) => numbers.number(amount, { digits: 18, trim: true })
}

/** A part in percent, with no more decimals than it has. */
export function usePercent(): (percent: string) => string {
  const numbers = useNumbers('trading')
  return (percent) => numbers.percent(percent, { unit: 'percent', digits: 18, trim: true })
}
