import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useMessages } from '../../lib/messages/messages.ts'
import { QUOTE_DIGITS, type Side, type SpotSymbol } from '../../data/spot/model.ts'
import styles from './orderTicket.module.css'
import type { Available } from './orderDraft.ts'

/** What this side can spend. */
export function AvailableLine({
  spec,
  side,
  available,
}: {
  spec: SpotSymbol
  side: Side
  available: Available | undefined
}) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const [amount, unit, digits] =
    side === 'buy'
      ? [available?.quote, spec.quote, QUOTE_DIGITS]
      : [available?.base, spec.base, spec.quantityPlace]
  return (
    <p className={styles['line']}>
      <span>{t('spot.available')}</span>
      <NumberText full={amount} unit={unit}>
        {numbers.number(amount, { digits })}
      </NumberText>
    </p>
  )
}
