import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type ReactNode, useState } from 'react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import {
  AuthCard,
  DevelopmentMailbox,
  isCode,
  NewPasswordField,
  passwordFault,
} from '../auth/index.ts'
import page from '../../lib/product-page/product.module.css'
import { useRecovery } from './useRecovery.ts'

/** A new password by a code to the address of the account. */
export function ForgotPage() {
  const t = useGuardMessages()
  usePageTitle(t('guard.forgotTitle'))
  const to = useLocalePath()
  const recovery = useRecovery()
  const link = (children: ReactNode) => <Link to={to('/login')}>{children}</Link>
  if (recovery.isDone)
    return (
      <AuthCard
        title={t('guard.forgotTitle')}
        onSubmit={() => {}}
        notice={`${t('guard.resetDone')} ${t('guard.accessEnds')}`}
      >
        <Link to={to('/login')}>{t('shell.login')}</Link>
      </AuthCard>
    )
  const footer = t.rich('register.haveAccount', { link })
  return recovery.asked ? (
    <NewPasswordForm recovery={recovery} footer={footer} />
  ) : (
    <NameForm recovery={recovery} footer={footer} />
  )
}

interface FormProps {
  readonly recovery: ReturnType<typeof useRecovery>
  readonly footer: ReactNode
}

function NameForm({ recovery: { ask, isBusy, error }, footer }: FormProps) {
  const t = useGuardMessages()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (name.trim() !== '') void ask(name.trim())
  }
  return (
    <AuthCard
      title={t('guard.forgotTitle')}
      lead={<p className={page['note']}>{t('guard.forgotText')}</p>}
      error={error}
      onSubmit={submit}
      footer={footer}
    >
      <TextField
        label={t('login.name')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="large"
        value={name}
        onChange={setName}
        error={isTried && name.trim() === '' ? t('login.nameMissing') : undefined}
      />
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {t('register.sendCode')}
      </Button>
    </AuthCard>
  )
}

function NewPasswordForm({ recovery, footer }: FormProps) {
  const t = useGuardMessages()
  const { config } = useServices()
  const [code, setCode] = useState('')
  const [googleCode, setGoogleCode] = useState('')
  const [pwd, setPwd] = useState('')
  const [isTried, setTried] = useState(false)
  const fault = passwordFault(pwd)
  const submit = () => {
    setTried(true)
    if (!isCode(code) || fault) return
    void recovery.reset({ code: code.trim(), googleCode: googleCode.trim(), pwd })
  }
  return (
    <AuthCard
      title={t('guard.forgotTitle')}
      notice={t('guard.sent')}
      error={recovery.error}
      onSubmit={submit}
      footer={footer}
    >
      <CodeInput
        label={t('register.code')}
        value={code}
        onChange={setCode}
        error={isTried && !isCode(code) ? t('login.codeShape') : undefined}
      />
      {config.development && recovery.asked ? (
        <DevelopmentMailbox to={recovery.asked.to} onCode={setCode} />
      ) : null}
      {recovery.needsAuthenticator ? (
        <CodeInput
          label={t('account.factor.google')}
          value={googleCode}
          onChange={setGoogleCode}
          error={undefined}
        />
      ) : null}
      <NewPasswordField
        label={t('guard.newPassword')}
        own={recovery.asked ? [recovery.asked.to] : undefined}
        size="large"
        value={pwd}
        onChange={setPwd}
        error={isTried && fault ? t(`register.password.${fault}`) : undefined}
      />
      <Button type="submit" variant="primary" size="large" block loading={recovery.isBusy}>
        {t('guard.save')}
      </Button>
    </AuthCard>
  )
}

function CodeInput(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}) {
  return <TextField inputMode="numeric" autoComplete="one-time-code" size="large" {...props} />
}
