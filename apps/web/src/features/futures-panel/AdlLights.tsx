import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'

const PLACES = [1, 2, 3, 4, 5] as const

interface AdlLightsProps {
  readonly lights: number
  readonly isSimulated: boolean
}

/** Where a position stands in the queue of auto-deleveraging: five lights are the first fifth. */
export function AdlLights({ lights, isSimulated }: AdlLightsProps) {
  const t = useFuturesMessages()
  const place = t('positions.adlLights', { lights: String(lights) })
  const label = isSimulated ? `${place} (${t('positions.simulated')})` : place
  return (
    <span className={styles['lights']} role="img" aria-label={label} title={label}>
      {PLACES.map((at) => (
        <span key={at} data-on={at <= lights ? '' : undefined} />
      ))}
    </span>
  )
}
