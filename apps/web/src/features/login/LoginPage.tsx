import { Button } from '@x/ui/button'
import { TextField, type TextFieldProps } from '@x/ui/text-field'
import { type ReactNode, useState } from 'react'
import { LazyQrLogin } from '../qr/index.ts'
import { Navigate } from 'react-router'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { AuthCard, HostLine, SecondFactorForm, useBlurred, useReturnPath } from '../auth/index.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { LastAccount, Remember, useRememberedAccount } from './LastAccount.tsx'
import { OtherWays } from './OtherWays.tsx'
import styles from './login.module.css'
import { useLogin } from './useLogin.ts'

export function LoginPage() {
  const t = usePageMessages()
  const to = useLocalePath()
  const status = useAppSelector(selectStatus)
  const target = useReturnPath('/spot/BTCUSDT')
  const [way, setWay] = useState<'password' | 'qr' | 'agent'>('password')
  const isAgent = way === 'agent'
  const [loginName, setLoginName] = useState('')
  const remembered = useRememberedAccount()
  const onEntered = () => remembered.keep(loginName)
  const { due, isBusy, error, submit, verify, restart } = useLogin({ isAgent, onEntered })
  const [password, setPassword] = useState('')
  const blurred = useBlurred<'loginName' | 'password'>()
  if (status === 'user') return <Navigate to={to(target)} replace />
  const shared = { isBusy, error, loginName }
  if (due)
    return (
      <SecondFactorForm {...shared} challenge={due.challenge} onProve={verify} onBack={restart} />
    )
  if (way === 'qr') return <LazyQrLogin onBack={() => setWay('password')} />

  const hasNoName = loginName.trim() === ''
  const send = () => {
    blurred.all()
    if (!hasNoName && password !== '') void submit({ loginName: loginName.trim(), pwd: password })
  }
  return (
    <AuthCard
      title={t(isAgent ? 'login.agent' : 'login.title')}
      lead={<HostLine />}
      notice={status === 'expired' ? t('login.expired') : undefined}
      error={error}
      onSubmit={send}
      otherWays={<OtherWays isAgent={isAgent} onWay={setWay} />}
      footer={t.rich('login.noAccount', {
        link: (children: ReactNode) => <Link to={to('/register')}>{children}</Link>,
      })}
    >
      <NameField
        value={loginName}
        onChange={setLoginName}
        onBlur={blurred.blur('loginName')}
        error={blurred.has('loginName') && hasNoName ? t('login.nameMissing') : undefined}
      />
      {hasNoName ? <LastAccount remembered={remembered} onUse={setLoginName} /> : null}
      <PasswordField
        value={password}
        onChange={setPassword}
        onBlur={blurred.blur('password')}
        error={blurred.has('password') && password === '' ? t('login.passwordMissing') : undefined}
      />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {t('shell.login')}
      </Button>
      <div className={styles['options']}>
        <Remember remembered={remembered} />
        <Link className={styles['forgot']} to={to('/forgot-password')}>
          {t('login.forgot')}
        </Link>
      </div>
    </AuthCard>
  )
}

type FieldProps = Pick<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'error'>

function NameField(props: FieldProps) {
  const t = usePageMessages()
  return (
    <TextField
      {...props}
      label={t('login.name')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="large"
    />
  )
}

function PasswordField(props: FieldProps) {
  const t = usePageMessages()
  return (
    <TextField
      {...props}
      label={t('login.password')}
      name="password"
      type="password"
      autoComplete="current-password"
      size="large"
    />
  )
}
