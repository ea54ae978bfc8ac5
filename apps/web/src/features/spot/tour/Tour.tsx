import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useMessages } from '../../../lib/messages/messages.ts'
import terminal from '../terminal.module.css'
import styles from './tour.module.css'

const STEPS = ['chart', 'book', 'form', 'orders'] as const

/**
 * What stands where, one sentence at a time; the panel that it is about has a frame meanwhile. Each
 * step says how the keys are shown. It lies on the chart's foot and waits for nobody.
 */
export default function Tour({ onEnd }: { onEnd: () => void }) {
  const t = useMessages()
  const [at, setAt] = useState(0)
  const step = STEPS[at] ?? 'chart'
  const isLast = at === STEPS.length - 1
  return (
    <aside className={`${styles['tour']} ${terminal[`${step}Shown`]}`} aria-label={t('tour.title')}>
      <p className={styles['text']} aria-live="polite">
        <strong>{t('tour.step', { at: String(at + 1), of: String(STEPS.length) })}</strong>{' '}
        {t(`tour.${step}`)}
      </p>
      <p className={styles['keys']}>{t('tour.keys')}</p>
      <div className={styles['buttons']}>
        <Button size="small" variant="ghost" onClick={onEnd}>
          {t('tour.skip')}
        </Button>
        <Button size="small" variant="primary" onClick={isLast ? onEnd : () => setAt(at + 1)}>
          {isLast ? t('tour.done') : t('tour.next')}
        </Button>
      </div>
    </aside>
  )
}
