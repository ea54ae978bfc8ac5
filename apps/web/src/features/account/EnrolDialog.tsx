import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { CopyText } from '@x/ui/empty-state'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { isCode } from '../auth/index.ts'
import { QrPicture } from '../qr/index.ts'
import styles from './account.module.css'
import { useChange } from './useChange.ts'

export interface Enrolment {
  /** Base32. */
  readonly secret: string
  /** `otpauth://`, for the picture. */
  readonly uri: string
  readonly verifyToken: string
}

/**
 * A secret for an authenticator app, as a picture and to type; a code of it proves that the app
 * took it over.
 */
export function EnrolDialog({
  enrolment: { secret, uri, verifyToken },
  onClose,
}: {
  enrolment: Enrolment
  onClose: () => void
}) {
  const t = useGuardMessages()
  const { isBusy, error, change } = useChange()
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isCode(code)) return
    const isDone = await change(async ({ send }) => {
      await send('POST /v1/user/security/secondFactor', {
        method: 'google',
        enabled: true,
        verifyToken,
        googleCode: code.trim(),
      })
      return t('account.factorOn')
    })
    if (isDone) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('account.factor.google')} backdropCloses={false}>
      <form className={styles['enrol']} onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('account.enrolText')}</p>
        <QrPicture text={uri} label={t('account.enrolPicture')} />
        <p>
          {t('account.enrolSecret')}{' '}
          <CopyText text={secret} shown={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        </p>
        <TextField
          label={t('login.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="large"
          value={code}
          onChange={setCode}
          error={isTried && !isCode(code) ? t('login.codeShape') : undefined}
        />
        <p className={styles['error']} role="alert">
          {error}
        </p>
        <Button type="submit" variant="primary" size="large" block loading={isBusy}>
          {t('account.turnOn')}
        </Button>
      </form>
    </Dialog>
  )
}
