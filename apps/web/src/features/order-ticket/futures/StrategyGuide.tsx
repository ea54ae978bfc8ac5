import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import styles from '../hints.module.css'

/** What a conditional order does, until it has been read (spec section 3, interface state). */
export function StrategyGuide() {
  const t = useFuturesMessages()
  const { storage } = useServices()
  const [wasRead, setRead] = useState(() => storage.get(STORAGE_KEYS.guideStrategy) === 'seen')
  if (wasRead) return null
  const read = () => {
    storage.set(STORAGE_KEYS.guideStrategy, 'seen')
    setRead(true)
  }
  return (
    <aside className={styles['hint']} aria-label={t('contract.guide')}>
      <p className={styles['text']}>{t('contract.guideStrategy')}</p>
      <Button size="mini" variant="ghost" onClick={read}>
        {t('contract.read')}
      </Button>
    </aside>
  )
}
