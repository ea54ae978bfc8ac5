import { Icon } from '@x/ui/icon'
import { Lock } from 'lucide-react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './auth.module.css'

/** Which site this is, so that a forged one is seen before a password is typed. */
export function HostLine() {
  const t = usePageMessages()
  const { location } = useServices()
  const { host, protocol } = new URL(location.href())
  return (
    <p className={styles['host']}>
      {protocol === 'https:' ? <Icon of={Lock} size={14} /> : null}
      <span>{t('login.host', { host })}</span>
    </p>
  )
}
