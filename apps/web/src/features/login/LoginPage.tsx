import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type ReactNode, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { useLocalePath } from '../../app/paths.ts'
import { useAppSelector } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { AuthCard } from '../auth/AuthCard.tsx'
import { useBlurred } from '../auth/useBlurred.ts'
import { useReturnPath } from '../auth/useReturnPath.ts'
import { selectStatus } from '../session/slice.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { useLogin } from './useLogin.ts'

export function LoginPage() {
  const t = useMessages()
  const to = useLocalePath()
  const status = useAppSelector(selectStatus)
  const target = useReturnPath('/spot/BTCUSDT')
  const { step, isBusy, error, submit, verify } = useLogin()
  const [loginName, setLoginName] = useState('')
  const [password, setPassword] = useState('')
  const blurred = useBlurred<'loginName' | 'password'>()
  if (status === 'user') return <Navigate to={to(target)} replace />
  if (step.kind === 'factor') return <SecondFactorForm methods={step.methods} isBusy={isBusy} error={error} onSubmit={verify} />

  const send = () => {
    blurred.all()
    if (loginName.trim() !== '' && password !== '') void submit({ loginName: loginName.trim(), pwd: password })
  }
  return (
    <AuthCard
      title={t('login.title')}
      notice={status === 'expired' ? t('login.expired') : undefined}
      error={error}
      onSubmit={send}
      footer={t.rich('login.noAccount', { link: (children: ReactNode) => <Link to={to('/register')}>{children}</Link> })}
    >
      <TextField
        label={t('login.name')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="large"
        value={loginName}
        onChange={setLoginName}
        onBlur={blurred.blur('loginName')}
        error={blurred.has('loginName') && loginName.trim() === '' ? t('login.nameMissing') : undefined}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        size="large"
        value={password}
        onChange={setPassword}
        onBlur={blurred.blur('password')}
        error={blurred.has('password') && password === '' ? t('login.passwordMissing') : undefined}
      />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>{t('login.submit')}</Button>
    </AuthCard>
  )
}
