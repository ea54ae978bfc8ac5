import { Button } from '@x/ui/button'
import { type ReactNode, useState } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import styles from './deposit.module.css'

/** When the user read it last (spec section 3, interface state). */
const TIMES = {
  deposit: STORAGE_KEYS.tipRechargeTime,
  withdraw: STORAGE_KEYS.tipWithdrawTime,
} as const
/** What was read is shown again after this long: coins that went astray are lost. */
const AGAIN_MS = 30 * 86_400_000

/** What to know before coins are sent; gone for a month once it has been read. */
export function SafetyTip({
  kind,
  children,
}: {
  readonly kind: keyof typeof TIMES
  readonly children: ReactNode
}) {
  const t = usePageMessages()
  const { storage, clock } = useServices()
  const [wasRead, setRead] = useState(() => {
    const at = Number(storage.get(TIMES[kind]) ?? 0)
    return at <= clock.now() && clock.now() - at < AGAIN_MS
  })
  if (wasRead) return null
  const read = () => {
    storage.set(TIMES[kind], String(clock.now()))
    setRead(true)
  }
  return (
    <aside className={styles['tip']} aria-label={t('guide.title')}>
      <p className={styles['tipText']}>{children}</p>
      <Button size="small" onClick={read}>
        {t('guide.read')}
      </Button>
    </aside>
  )
}
