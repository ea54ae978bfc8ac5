import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'

/** Money, percentages and results as copy trading shows them. */
export function useCopyFigures() {
  const numbers = useNumbers('trading')
  return {
    money: (amount: string): string => `${numbers.number(amount, { digits: 2, trim: true })} USDT`,
    coins: (amount: string, asset: string): string =>
      `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`,
    percent: (value: string) => (
      <NumberText>{`${numbers.number(value, { digits: 2, trim: true })} %`}</NumberText>
    ),
    figure: (amount: string) => (
      <NumberText unit="USDT">{numbers.number(amount, { digits: 2 })}</NumberText>
    ),
    /** With its sign and colour. */
    result: (value: string, unit: '%' | 'USDT') => (
      <NumberText unit={unit} tone={toneOf(value)}>
        {numbers.number(value, { digits: 2, signs: 'always' })}
      </NumberText>
    ),
  }
}

function toneOf(value: string): 'up' | 'down' | 'muted' {
  if (/^-?[0.]*$/.test(value)) return 'muted'
  return value.startsWith('-') ? 'down' : 'up'
}
