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
import { type By, useRegister } from './useRegister.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

type FieldName = 'email' | 'areaCode' | 'mobile' | 'emailCode' | 'mobileCode' | 'pwd'
const KINDS = ['email', 'mobile'] as const

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
          { value: 'both', label: t('register.byBoth') },
        ]}
      />
      {KINDS.filter((kind) => by === kind || by === 'both').map((kind) => (
        <AddressFields key={kind} kind={kind} form={form} />
      ))}
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

/** An address, and the code that goes there. */
function AddressFields({ kind, form }: { kind: 'email' | 'mobile'; form: RegisterForm }) {
  const t = usePageMessages()
  const { by, register, field, input, addressFaults, sendCode } = form
  return (
    <>
      {kind === 'email' ? <EmailField field={field} /> : <MobileFields field={field} />}
      <CodeField
        label={by === 'both' ? t(`register.${kind}Code`) : undefined}
        sender={register.senders[kind]}
        {...input(`${kind}Code`)}
        cannotSend={addressFaults[kind]}
        onSend={() => sendCode(kind)}
      />
    </>
  )
}

function EmailField({ field }: Pick<RegisterForm, 'field'>) {
  const t = usePageMessages()
  return (
    <TextField
      label={t('register.email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field('email')}
    />
  )
}

function MobileFields({ field }: Pick<RegisterForm, 'field'>) {
  const t = usePageMessages()
  return (
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
  const [by, setBy] = useState<By>('email')
  const { storage } = useServices()
  const [fields, setFields] = useState(() => ({
    email: '',
    // Of the last visit (spec 3).
    areaCode: storage.get(STORAGE_KEYS.areaCode) ?? '',
    mobile: '',
    emailCode: '',
    mobileCode: '',
    pwd: '',
  }))
  const blurred = useBlurred<FieldName>()
  const register = useRegister()
  const faults = faultsOf(fields, t)
  const email = { email: fields.email.trim() }
  const mobile = {
    areaCode: fields.areaCode.trim().replace('+', ''),
    mobile: fields.mobile.replace(/[\s-]/g, ''),
  }
  const codes = { emailCode: fields.emailCode.trim(), mobileCode: fields.mobileCode.trim() }
  const addressFaults = { email: faults.email, mobile: faults.areaCode ?? faults.mobile }
  const submit = () => {
    blurred.all()
    const asked = KINDS.filter((kind) => by === kind || by === 'both')
    if (faults.pwd || asked.some((kind) => addressFaults[kind] ?? faults[`${kind}Code`])) return
    const { emailCode, mobileCode } = codes
    const { pwd } = fields
    if (by !== 'email') storage.set(STORAGE_KEYS.areaCode, mobile.areaCode)
    if (by === 'email') void register.submit({ by, ...email, emailCode, pwd })
    else if (by === 'mobile') void register.submit({ by, ...mobile, mobileCode, pwd })
    else void register.submit({ by, ...email, ...mobile, ...codes, pwd })
  }
  const input = (name: FieldName) => ({
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
    onBlur: blurred.blur(name),
    error: register.fieldErrors[name] ?? (blurred.has(name) ? faults[name] : undefined),
  })
  return {
    by,
    setBy,
    register,
    addressFaults,
    input,
    field: (name: FieldName) => ({ size: 'large' as const, ...input(name) }),
    submit,
    sendCode: (kind: 'email' | 'mobile') =>
      void register.sendCode(kind === 'email' ? email : mobile),
  }
}

/** What is wrong with each field, whether it is on screen or not. */
function faultsOf(
  fields: Readonly<Record<FieldName, string>>,
  t: ReturnType<typeof usePageMessages>,
): Readonly<Record<FieldName, string | undefined>> {
  const fault = passwordFault(fields.pwd)
  const code = (text: string) => (isCode(text) ? undefined : t('login.codeShape'))
  return {
    email: isEmail(fields.email) ? undefined : t('register.emailShape'),
    areaCode: isAreaCode(fields.areaCode) ? undefined : t('register.areaCodeShape'),
    mobile: isMobile(fields.mobile) ? undefined : t('register.mobileShape'),
    emailCode: code(fields.emailCode),
    mobileCode: code(fields.mobileCode),
    pwd: fault && t(`register.password.${fault}`),
  }
}
