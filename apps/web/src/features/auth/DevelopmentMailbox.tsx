import { Button } from '@x/ui/button'
import { useEffect, useState } from 'react'
import { useAppServices } from '../../data/services/appServices.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './auth.module.css'

interface Mail {
  readonly code: string
  readonly at: number
}

/**
 * In development codes go to the gateway's mailbox, which stands in for mail and SMS; this reads
 * the newest one.
 */
export function DevelopmentMailbox({ to, onCode }: { to: string; onCode: (code: string) => void }) {
  const t = usePageMessages()
  const { client } = useAppServices()
  const [code, setCode] = useState<string>()
  useEffect(() => {
    const aborted = new AbortController()
    client
      .get<readonly Mail[]>('/dev/mailbox', {
        data: { to },
        access: 'public',
        silent: true,
        signal: aborted.signal,
      })
      .then((mails) => setCode(mails.toSorted((a, b) => b.at - a.at)[0]?.code))
      .catch(() => setCode(undefined))
    return () => aborted.abort()
  }, [client, to])
  if (!code) return null
  return (
    <div className={styles['mailbox']} role="status">
      <span>{t('register.mailbox', { code })}</span>
      <Button size="mini" onClick={() => onCode(code)}>
        {t('register.useCode')}
      </Button>
    </div>
  )
}
