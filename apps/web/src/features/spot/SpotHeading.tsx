import { VisuallyHidden } from '@x/ui/visually-hidden'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './heading.module.css'

/** The heading of the terminal, whose pair the strip shows to who sees it. */
export function SpotHeading({ pair }: { pair: string }) {
  const t = useMessages()
  return (
    <h1 className={styles['heading']}>
      <VisuallyHidden>{t('spot.trading', { pair })}</VisuallyHidden>
    </h1>
  )
}
