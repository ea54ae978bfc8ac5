import { safeText } from '@x/sanitize'
import { Button } from '@x/ui/button'
import { TextField, type TextFieldProps } from '@x/ui/text-field'
import { useState } from 'react'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { accountText, AuthCard, CodeField, isCode, isEmail, useCodeSender } from '../auth/index.ts'
import { ReferralField, useReferralCode } from '../referral/index.ts'
import type { Third } from './useThird.ts'
import type { UnboundIdentity } from '../../data/third-party/api.ts'

interface RegisterFormProps {
  readonly unbound: UnboundIdentity
  readonly name: string
  readonly third: Third
  readonly onOther: () => void
}

/**
 * A new account for an identity. A vouched address needs no code; without one an own address has to
 * be proved.
 */
export function RegisterForm({ unbound, name, third, onOther }: RegisterFormProps) {
  const t = useEntryMessages()
  const sender = useCodeSender('register')
  const [fields, setFields] = useState({ email: '', code: '' })
  const [isTried, setTried] = useState(false)
  const referral = useReferralCode()
  const [error, setError] = useState<string>()
  const hasAddress = unbound.email !== null
  const emailFault = hasAddress || isEmail(fields.email) ? undefined : t('register.emailShape')
  const codeFault = hasAddress || isCode(fields.code) ? undefined : t('login.codeShape')
  const set = (field: keyof typeof fields) => (value: string) =>
    setFields((before) => ({ ...before, [field]: value }))

  const send = () =>
    void sender
      .send({ email: fields.email.trim() })
      .then(setError, (failure: unknown) => setError(accountText(failure, t)))
  const submit = () => {
    setTried(true)
    setError(undefined)
    if (emailFault || codeFault || referral.isWrong) return
    const address = hasAddress
      ? {}
      : { email: fields.email.trim(), emailCode: fields.code.trim(), bizId: sender.sent?.bizId }
    void third.register(address, { mergeReferral: referral.mergeInto })
  }
  return (
    <AuthCard
      title={t('head.register.title')}
      error={error ?? third.error}
      onSubmit={submit}
      footer={
        <Button variant="ghost" size="small" onClick={onOther}>
          {t('third.haveAccount')}
        </Button>
      }
    >
      <p>
        {hasAddress
          ? t('third.registerWith', { name, email: safeText(unbound.email) })
          : t('third.registerWithout', { name })}
      </p>
      {hasAddress ? null : (
        <AddressFields
          fields={fields}
          set={set}
          emailFault={emailFault}
          codeFault={codeFault}
          isTried={isTried}
          sender={sender}
          onSend={send}
        />
      )}
      <ReferralField referral={referral} isTried={isTried} />
      <Button type="submit" variant="primary" size="large" block loading={third.isBusy}>
        {t('register.submit')}
      </Button>
    </AuthCard>
  )
}

interface AddressFieldsProps {
  readonly sender: ReturnType<typeof useCodeSender>
  readonly onSend: () => void
  readonly fields: { readonly email: string; readonly code: string }
  readonly set: (field: 'email' | 'code') => (value: string) => void
  readonly emailFault: string | undefined
  readonly codeFault: string | undefined
  readonly isTried: boolean
}

/** An own address and the code that proves it. */
function AddressFields({
  fields,
  set,
  emailFault,
  codeFault,
  isTried,
  sender,
  onSend,
}: AddressFieldsProps) {
  return (
    <>
      <EmailField
        value={fields.email}
        onChange={set('email')}
        error={isTried ? emailFault : undefined}
      />
      <CodeField
        sender={sender}
        value={fields.code}
        onChange={set('code')}
        error={isTried ? codeFault : undefined}
        cannotSend={emailFault}
        onSend={onSend}
      />
    </>
  )
}

function EmailField(props: Pick<TextFieldProps, 'value' | 'onChange' | 'error'>) {
  const t = useEntryMessages()
  return (
    <TextField
      {...props}
      label={t('register.email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      size="large"
    />
  )
}
