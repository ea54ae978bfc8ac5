import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { AuthCard } from '../auth/AuthCard.tsx'
import { isCode } from '../auth/fieldRules.ts'
import { useBlurred } from '../auth/useBlurred.ts'

/** The field of the wire that carries each method's code. */
const FIELDS: Readonly<Record<string, 'googleCode' | 'emailCode' | 'mobileCode'>> = { google: 'googleCode', googleCode: 'googleCode', totp: 'googleCode', email: 'emailCode', emailCode: 'emailCode', mobile: 'mobileCode', mobileCode: 'mobileCode' }

export function SecondFactorForm({ methods, isBusy, error, onSubmit }: { methods: readonly string[]; isBusy: boolean; error: string | undefined; onSubmit: (codes: Readonly<Record<string, string>>) => void }) {
  const t = useMessages()
  const [code, setCode] = useState('')
  const blurred = useBlurred<'code'>()
  const field = methods.map((method) => FIELDS[method]).find((name) => name !== undefined) ?? 'googleCode'
  const send = () => {
    blurred.all()
    if (isCode(code)) onSubmit({ [field]: code.trim() })
  }
  return (
    <AuthCard title={t('login.factorTitle')} notice={t(`login.factor.${field}`)} error={error} onSubmit={send}>
      <TextField
        label={t('login.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="large"
        value={code}
        onChange={setCode}
        onBlur={blurred.blur('code')}
        error={blurred.has('code') && !isCode(code) ? t('login.codeShape') : undefined}
      />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>{t('login.submit')}</Button>
    </AuthCard>
  )
}
