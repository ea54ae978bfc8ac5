import { Button } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { TextField } from '@x/ui/text-field'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { EntryTexts } from '../../lib/lazy/EntryTexts.tsx'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import {
  AreaCodeField,
  AuthCard,
  CodeField,
  HostLine,
  isAreaCode,
  isCode,
  isEmail,
  isMobile,
  NewPasswordField,
  passwordFault,
  useBlurred,
  useReturnPath,
} from '../auth/index.ts'
import { ReferralField, useReferralCode } from '../referral/index.ts'
import styles from './register.module.css'
import { selectStatus } from '../../data/store/slice.ts'
import { type By, useRegister } from './useRegister.ts'
import type { Registration } from '../../data/login/api.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

type FieldName = 'email' | 'areaCode' | 'mobile' | 'emailCode' | 'mobileCode' | 'pwd'
const KINDS = ['email', 'mobile'] as const

export function RegisterPage() {
  return (
    <EntryTexts>
      <RegistrationForm />
    </EntryTexts>
  )
}

function RegistrationForm() {
  const t = useEntryMessages()
  const to = useLocalePath()
  const status = useAppSelector(selectStatus)
  const target = useReturnPath('/spot/BTCUSDT')
  const form = useRegisterForm()
  const { by, register, field } = form
  if (status === 'user') return <Navigate to={to(target)} replace />

  return (
    <AuthCard
      title={t('head.register.title')}
      lead={<HostLine />}
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
      <NewPasswordField label={t('login.password')} own={form.own} {...field('pwd')} />
      <ReferralField referral={form.referral} isTried={form.isTried} />
      <Button type="submit" variant="primary" size="large" block loading={register.isBusy}>
        {t('register.submit')}
      </Button>
      <p className={styles['terms']}>
        {t.rich('entry.terms', {
          link: (children: ReactNode) => <Link to={to('/help#terms')}>{children}</Link>,
        })}
      </p>
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
      <AreaCodeField {...field('areaCode')} />
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
  const t = useEntryMessages()
  const [by, setBy] = useState<By>('email')
  const [isTried, setTried] = useState(false)
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
  const referral = useReferralCode()
  const hasCode = { email: register.senders.email.sent, mobile: register.senders.mobile.sent }
  const faults = faultsOf(fields, { t, hasCode })
  const addressFaults = { email: faults.email, mobile: faults.areaCode ?? faults.mobile }
  const submit = () => {
    setTried(true)
    const asked = KINDS.filter((kind) => by === kind || by === 'both')
    if (faults.pwd || referral.isWrong) return
    if (asked.some((kind) => addressFaults[kind] ?? faults[`${kind}Code`])) return
    const registration = registrationOf(fields, by)
    if ('areaCode' in registration)
      storage.set(STORAGE_KEYS.areaCode, String(registration.areaCode))
    void register.submit(registration, { mergeReferral: referral.mergeInto })
  }
  const isJudged = (name: FieldName) => {
    const kind = name === 'emailCode' ? 'email' : name === 'mobileCode' ? 'mobile' : undefined
    // A code is not missed before it was asked for.
    const isDue = kind === undefined || hasCode[kind] !== undefined || fields[name] !== ''
    return isTried || (isDue && blurred.has(name))
  }
  const input = (name: FieldName) => ({
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
    onBlur: blurred.blur(name),
    error: register.fieldErrors[name] ?? (isJudged(name) ? faults[name] : undefined),
  })
  return {
    by,
    setBy,
    register,
    referral,
    isTried,
    /** What a password should not hold. */
    own: [fields.email, fields.mobile],
    addressFaults,
    input,
    field: (name: FieldName) => ({ size: 'large' as const, ...input(name) }),
    submit,
    sendCode: (kind: 'email' | 'mobile') =>
      void register.sendCode(kind === 'email' ? emailOf(fields) : mobileOf(fields)),
  }
}

type Fields = Readonly<Record<FieldName, string>>

const emailOf = ({ email }: Fields) => ({ email: email.trim() })
const mobileOf = ({ areaCode, mobile }: Fields) => ({
  areaCode: areaCode.trim().replace('+', ''),
  mobile: mobile.replace(/[\s-]/g, ''),
})

/** The form as it is sent. */
function registrationOf(fields: Fields, by: By): Registration {
  const { pwd } = fields
  const [emailCode, mobileCode] = [fields.emailCode.trim(), fields.mobileCode.trim()]
  if (by === 'email') return { by, ...emailOf(fields), emailCode, pwd }
  if (by === 'mobile') return { by, ...mobileOf(fields), mobileCode, pwd }
  return { by, ...emailOf(fields), ...mobileOf(fields), emailCode, mobileCode, pwd }
}

/** What is wrong with each field, whether it is on screen or not. */
function faultsOf(
  fields: Fields,
  {
    t,
    hasCode,
  }: {
    readonly t: ReturnType<typeof useEntryMessages>
    readonly hasCode: Readonly<Record<'email' | 'mobile', unknown>>
  },
): Readonly<Record<FieldName, string | undefined>> {
  const fault = passwordFault(fields.pwd)
  const code = (kind: 'email' | 'mobile') => {
    const text = fields[`${kind}Code`]
    if (isCode(text)) return undefined
    return t(text === '' && !hasCode[kind] ? 'entry.sendFirst' : 'login.codeShape')
  }
  return {
    email: isEmail(fields.email) ? undefined : t('register.emailShape'),
    areaCode: isAreaCode(fields.areaCode) ? undefined : t('register.areaCodeShape'),
    mobile: isMobile(fields.mobile) ? undefined : t('register.mobileShape'),
    emailCode: code('email'),
    mobileCode: code('mobile'),
    pwd: fault && t(`register.password.${fault}`),
  }
}
