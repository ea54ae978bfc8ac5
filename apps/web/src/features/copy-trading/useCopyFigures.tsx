import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'

/** Money, percentages and results as copy trading shows them. */
export function useCopyFigures() {
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const percent = (value: string) => numbers.percent(value, { unit: 'percent', trim: true })
  return {
    money: (amount: string): string => `${numbers.number(amount, { digits: 2, trim: true })} USDT`,
    coins: (amount: string, asset: string): string =>
      `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`,
    /** Of a sentence. */
    percentText: (value: string) => prose.percent(value, { unit: 'percent', trim: true }),
    percent: (value: string) => <NumberText>{percent(value)}</NumberText>,
    figure: (amount: string) => (
      <NumberText unit="USDT">{numbers.number(amount, { digits: 2 })}</NumberText>
    ),
    /** Money with its sign and colour. */
    result: (value: string) => (
      <NumberText unit="USDT" tone={toneOf(value)}>
        {numbers.number(value, { digits: 2, signs: 'always' })}
      </NumberText>
    ),
    /** A return in percent, with its sign and colour. */
    change: (value: string) => (
      <NumberText tone={toneOf(value)}>
        {numbers.percent(value, { unit: 'percent', signs: 'always' })}
      </NumberText>
    ),
  }
}

function toneOf(value: string): 'up' | 'down' | 'muted' {
  if (/^-?[0.]*$/.test(value)) return 'muted'
  return value.startsWith('-') ? 'down' : 'up'
}
