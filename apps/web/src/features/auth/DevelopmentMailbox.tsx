import { Button } from '@x/ui/button'
import { useEffect, useState } from 'react'
import { readMailbox } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './auth.module.css'

/**
 * In development codes go to the gateway's mailbox, which stands in for mail and SMS; this reads
 * the newest one.
 */
export function DevelopmentMailbox({ to, onCode }: { to: string; onCode: (code: string) => void }) {
  const t = usePageMessages()
  const dispatch = useAppDispatch()
  const [code, setCode] = useState<string>()
  useEffect(() => {
    const aborted = new AbortController()
    dispatch(readMailbox(to, { signal: aborted.signal }))
      .then((mails) => mails.filter((mail) => mail.code !== ''))
      .then((mails) => setCode(mails.toSorted((a, b) => b.at - a.at)[0]?.code))
      .catch(() => setCode(undefined))
    return () => aborted.abort()
  }, [dispatch, to])
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
