import { Icon } from '@x/ui/icon'
import { Lock } from 'lucide-react'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './terminal.module.css'
import { useReadOnly } from '../order-ticket/index.ts'

/** A standing mark while orders are not taken, or nothing moves, in this pair. */
export function MarketNotice({ spec }: { spec: SpotSymbol }) {
  const reason = useReadOnly(spec)
  if (!reason) return null
  return (
    <p className={styles['notice']} role="note">
      <Icon of={Lock} size={14} />
      {reason}
    </p>
  )
}
