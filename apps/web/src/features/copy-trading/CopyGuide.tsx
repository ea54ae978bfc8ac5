import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'

/** What copying is and risks, until it has been read (spec section 3, interface state). */
export function CopyGuide() {
  const t = useCopyMessages()
  const { storage } = useServices()
  const [wasRead, setRead] = useState(() => storage.get(STORAGE_KEYS.guideCopyTrading) === 'seen')
  if (wasRead) return null
  const read = () => {
    storage.set(STORAGE_KEYS.guideCopyTrading, 'seen')
    setRead(true)
  }
  return (
    <aside className={own['guide']} aria-label={t('guide.title')}>
      <p className={styles['note']}>{t('copy.guide')}</p>
      <Button size="small" onClick={read}>
        {t('guide.read')}
      </Button>
    </aside>
  )
}
