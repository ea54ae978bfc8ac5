import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { useEffect, useRef } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './auth.module.css'
import { DevelopmentMailbox } from './DevelopmentMailbox.tsx'
import type { CodeSender } from './useCodeSender.ts'

interface CodeFieldProps {
  /** Default: that of a verification code. */
  readonly label?: string | undefined
  readonly sender: Pick<CodeSender, 'isSending' | 'secondsToWait' | 'sent'>
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly error: string | undefined
  /** Why no code can be asked for. */
  readonly cannotSend?: string | undefined
  readonly onSend: () => void
  /** `false`: the code goes to an address that the page does not know. */
  readonly hasMailbox?: boolean
}

/** A code that is sent on demand, and the way to ask for it. */
export function CodeField({
  label,
  sender: { isSending, secondsToWait, sent },
  value,
  onChange,
  onBlur,
  error,
  cannotSend,
  onSend,
  hasMailbox = true,
}: CodeFieldProps) {
  const t = usePageMessages()
  const { config } = useServices()
  const row = useRef<HTMLDivElement>(null)
  // The button waits a minute now; what comes next is the code.
  useEffect(() => {
    const { activeElement } = document
    const isFree = activeElement === document.body || row.current?.contains(activeElement)
    if (sent && isFree) row.current?.querySelector('input')?.focus()
  }, [sent])
  const wait = secondsToWait > 0 ? t('register.wait', { seconds: secondsToWait }) : undefined
  const reason = cannotSend ?? wait
  return (
    <>
      <div ref={row} className={styles['codeRow']}>
        <TextField
          label={label ?? t('register.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="large"
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error}
        />
        <Button
          size="large"
          loading={isSending}
          disabled={reason !== undefined}
          disabledReason={reason}
          onClick={onSend}
        >
          {wait ?? t('register.sendCode')}
        </Button>
      </div>
      {config.development && hasMailbox && sent ? (
        <DevelopmentMailbox key={sent.bizId ?? sent.to} to={sent.to} onCode={onChange} />
      ) : null}
    </>
  )
}
