import { safeText } from '@x/sanitize'
import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { AuthCard } from '../auth/index.ts'
import type { Third } from './useThird.ts'
import type { UnboundIdentity } from '../../data/third-party/api.ts'

interface BindFormProps {
  readonly unbound: UnboundIdentity
  readonly name: string
  readonly third: Third
  readonly onOther: (() => void) | undefined
}

/**
 * Joins an identity with an account that is there: its password has to be shown, whatever address
 * the third party vouches for.
 */
export function BindForm({ unbound, name, third, onOther }: BindFormProps) {
  const t = useEntryMessages()
  const [fields, setFields] = useState({ loginName: '', pwd: '' })
  const set = (field: keyof typeof fields) => (value: string) =>
    setFields((before) => ({ ...before, [field]: value }))
  const submit = () => {
    if (fields.loginName.trim() !== '' && fields.pwd !== '')
      void third.choose({ loginName: fields.loginName.trim(), pwd: fields.pwd })
  }
  return (
    <AuthCard
      title={t('third.bindTitle')}
      error={third.error}
      onSubmit={submit}
      footer={
        onOther ? (
          <Button variant="ghost" size="small" onClick={onOther}>
            {t('head.register.title')}
          </Button>
        ) : undefined
      }
    >
      <p>
        {unbound.email === null || unbound.next === 'register'
          ? t('third.bindText', { name })
          : t('third.bindKnown', { name, email: safeText(unbound.email) })}
      </p>
      <TextField
        label={t('login.name')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="large"
        value={fields.loginName}
        onChange={set('loginName')}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        size="large"
        value={fields.pwd}
        onChange={set('pwd')}
      />
      <Button type="submit" variant="primary" size="large" block loading={third.isBusy}>
        {t('third.bind')}
      </Button>
    </AuthCard>
  )
}
