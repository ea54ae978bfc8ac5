import { Button } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { TextField } from '@x/ui/text-field'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import {
  AuthCard,
  CodeField,
  isAreaCode,
  isCode,
  isEmail,
  isMobile,
  passwordFault,
  useBlurred,
  useReturnPath,
} from '../auth/index.ts'
import styles from './register.module.css'
import { selectStatus } from '../../data/store/slice.ts'
import { useRegister } from './useRegister.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

type FieldName = 'email' | 'areaCode' | 'mobile' | 'code' | 'pwd'

export function RegisterPage() {
  const t = usePageMessages()
  const to = useLocalePath()
  const status = useAppSelector(selectStatus)
  const target = useReturnPath('/spot/BTCUSDT')
  const form = useRegisterForm()
  const { by, register, field } = form
  if (status === 'user') return <Navigate to={to(target)} replace />

  return (
    <AuthCard
      title={t('head.register.title')}
      error={register.error}
      onSubmit={form.submit}
      footer={t.rich('register.haveAccount', {
        link: (children: ReactNode) => <Link to={to('/login')}>{children}</Link>,
      })}
    >
      <SegmentedControl
        aria-label={t('register.by')}
        block
        value={by}
        onChange={form.setBy}
        segments={[
          { value: 'email', label: t('register.byEmail') },
          { value: 'mobile', label: t('proof.method.mobile') },
        ]}
      />
      <AddressFields by={by} field={field} />
      <CodeField
        sender={register.sender}
        {...form.code}
        cannotSend={form.addressFault}
        onSend={form.sendCode}
      />
      <TextField
        label={t('login.password')}
        help={t('register.passwordHelp')}
        type="password"
        autoComplete="new-password"
        {...field('pwd')}
      />
      <Button type="submit" variant="primary" size="large" block loading={register.isBusy}>
        {t('register.submit')}
      </Button>
    </AuthCard>
  )
}

type RegisterForm = ReturnType<typeof useRegisterForm>

/** Where the account's codes go. */
function AddressFields({ by, field }: Pick<RegisterForm, 'by' | 'field'>) {
  const t = usePageMessages()
  return by === 'email' ? (
    <TextField
      key="email"
      label={t('register.email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field('email')}
    />
  ) : (
    <div className={styles['phoneRow']}>
      <TextField
        label={t('register.areaCode')}
        inputMode="tel"
        autoComplete="tel-country-code"
        {...field('areaCode')}
      />
      <TextField
        label={t('register.mobile')}
        inputMode="tel"
        autoComplete="tel-national"
        {...field('mobile')}
      />
    </div>
  )
}

/** What is written in the form, and what is wrong with it. */
function useRegisterForm() {
  const t = usePageMessages()
  const [by, setBy] = useState<'email' | 'mobile'>('email')
  const { storage } = useServices()
  const [fields, setFields] = useState(() => ({
    email: '',
    // Of the last visit (spec 3).
    areaCode: storage.get(STORAGE_KEYS.areaCode) ?? '',
    mobile: '',
    code: '',
    pwd: '',
  }))
  const blurred = useBlurred<FieldName>()
  const register = useRegister()
  const set = (name: FieldName) => (value: string) =>
    setFields((before) => ({ ...before, [name]: value }))
  const fault = passwordFault(fields.pwd)
  const faults: Readonly<Record<FieldName, string | undefined>> = {
    email: isEmail(fields.email) ? undefined : t('register.emailShape'),
    areaCode: isAreaCode(fields.areaCode) ? undefined : t('register.areaCodeShape'),
    mobile: isMobile(fields.mobile) ? undefined : t('register.mobileShape'),
    code: isCode(fields.code) ? undefined : t('login.codeShape'),
    pwd: fault && t(`register.password.${fault}`),
  }
  const address =
    by === 'email'
      ? { email: fields.email.trim() }
      : {
          areaCode: fields.areaCode.trim().replace('+', ''),
          mobile: fields.mobile.replace(/[\s-]/g, ''),
        }
  const addressFault = by === 'email' ? faults.email : (faults.areaCode ?? faults.mobile)
  const shown = (name: FieldName) =>
    register.fieldErrors[name] ?? (blurred.has(name) ? faults[name] : undefined)
  const submit = () => {
    blurred.all()
    if (addressFault || faults.code || faults.pwd) return
    if ('areaCode' in address) storage.set(STORAGE_KEYS.areaCode, address.areaCode)
    void register.submit({ by, address, code: fields.code.trim(), pwd: fields.pwd })
  }
  const input = (name: FieldName) => ({
    value: fields[name],
    onChange: set(name),
    onBlur: blurred.blur(name),
    error: shown(name),
  })
  return {
    by,
    setBy,
    register,
    addressFault,
    field: (name: FieldName) => ({ size: 'large' as const, ...input(name) }),
    code: input('code'),
    submit,
    sendCode: () => void register.sendCode(address),
  }
}
