import { useNumbers } from '@x/locale/react'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { crossingText } from '../order-terms/index.ts'
import type { OrderFigures } from './orderFigures.ts'
import styles from './orderTicket.module.css'

export interface CrossingNoteProps {
  readonly spec: SpotSymbol
  readonly figures: OrderFigures
}

/** What a limit order trades at once. */
export function CrossingNote({ spec, figures: { crossing } }: CrossingNoteProps) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  if (!crossing) return null
  return (
    <p className={styles[crossing.isFar ? 'warning' : 'note']}>
      {crossingText(crossing, { t, numbers, spec })}
    </p>
  )
}
