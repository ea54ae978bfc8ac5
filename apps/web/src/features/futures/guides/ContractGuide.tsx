import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import styles from '../futures.module.css'

/** What a perpetual contract is, at the first visit (spec section 3, interface state). */
export function ContractGuide() {
  const t = useFuturesMessages()
  const { storage } = useServices()
  const [wasRead, setRead] = useState(() => storage.get(STORAGE_KEYS.guideContract) === 'seen')
  if (wasRead) return null
  const read = () => {
    storage.set(STORAGE_KEYS.guideContract, 'seen')
    setRead(true)
  }
  return (
    <aside className={styles['hint']} aria-label={t('contract.guide')}>
      <p>{t('contract.guideContract')}</p>
      <Button size="mini" variant="ghost" onClick={read}>
        {t('contract.read')}
      </Button>
    </aside>
  )
}
