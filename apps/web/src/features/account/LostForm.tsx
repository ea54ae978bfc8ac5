import type { LostProof } from '@x/api'
import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { changeAccount, refetchAccount } from '../../data/account/changes.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import {
  accountText,
  type Address,
  AreaCodeField,
  AuthCard,
  CodeField,
  isAreaCode,
  isEmail,
  isMobile,
  useCodeSender,
  withLoginCaptcha,
} from '../auth/index.ts'

const LOST: readonly LostProof[] = ['google', 'passkey', 'email', 'mobile']

/** What cannot be confirmed any more changes after 72 hours; it needs no session. */
export function LostForm({ level = 1 }: { readonly level?: 1 | 2 }) {
  const t = useGuardMessages()
  const dates = useDates()
  const services = useServices()
  const dispatch = useAppDispatch()
  const own = useCodeSender('login')
  const fresh = useCodeSender('newAddress')
  const [fields, setFields] = useState(EMPTY)
  const [lost, setLost] = useState<LostProof>('google')
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<string>()
  const [error, setError] = useState<string>()
  const field = (name: keyof typeof EMPTY) => ({
    value: fields[name],
    onChange: (text: string) => setFields((now) => ({ ...now, [name]: text })),
  })
  const sendTo = (sender: typeof own, address: Address) =>
    void sender
      .send(address)
      .then(setError, (failure: unknown) => setError(accountText(failure, t)))
  const isNewAddress = lost === 'email' || lost === 'mobile'
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const asked = await withLoginCaptcha(services, {
        loginName: fields.loginName,
        send: (pass) =>
          dispatch(
            changeAccount('POST /v1/user/recovery/ask', { ...request(fields, lost), ...pass }),
          ),
      })
      if (!asked.ok) return setError(asked.text ?? t(`captcha.${asked.reason}`))
      setFields(EMPTY)
      const time = dates.timestamp(asked.answer.effectiveAt, 'minute')
      setNotice(t('guard.effectiveAt', { time }))
      dispatch(refetchAccount())
    } catch (failure) {
      setError(accountText(failure, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthCard
      title={t('guard.lostTitle')}
      level={level}
      notice={notice ?? `${t('guard.lostText')} ${t('guard.accessEnds')}`}
      error={error}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('login.name')}
        size="large"
        autoComplete="username"
        {...field('loginName')}
      />
      <TextField
        label={t('login.password')}
        type="password"
        size="large"
        autoComplete="current-password"
        {...field('pwd')}
      />
      <Select
        label={t('guard.lostTitle')}
        size="large"
        options={LOST.map((value) => ({ value, label: t(`proof.method.${value}`) }))}
        value={lost}
        onChange={(value) => setLost(LOST.find((each) => each === value) ?? lost)}
      />
      {lost === channelOf(fields) ? null : (
        <OwnCode fields={fields} field={field} sender={own} onSend={(to) => sendTo(own, to)} />
      )}
      {isNewAddress ? <NewAddressFields lost={lost} field={field} /> : null}
      {isNewAddress ? (
        <CodeField
          sender={fresh}
          {...field('newCode')}
          error={undefined}
          cannotSend={newAddressOf(fields, lost) ? undefined : t('guard.nameShape')}
          onSend={() => {
            const address = newAddressOf(fields, lost)
            if (address) sendTo(fresh, address)
          }}
        />
      ) : null}
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {t('guard.lostAsk')}
      </Button>
    </AuthCard>
  )
}

const EMPTY = {
  loginName: '',
  ownArea: '',
  pwd: '',
  code: '',
  address: '',
  areaCode: '',
  newCode: '',
}
type Fields = typeof EMPTY

interface FieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Where the account's own codes go: to the address that it is named by. */
const channelOf = ({ loginName }: Fields): 'email' | 'mobile' =>
  loginName.trim() === '' || loginName.includes('@') ? 'email' : 'mobile'

function ownAddressOf(fields: Fields): Address | undefined {
  const { loginName, ownArea } = fields
  if (channelOf(fields) === 'email')
    return isEmail(loginName) ? { email: loginName.trim() } : undefined
  return isMobile(loginName) && isAreaCode(ownArea)
    ? { areaCode: ownArea.trim().replace('+', ''), mobile: loginName.replace(/[\s-]/g, '') }
    : undefined
}

/** A code to an address of the account that is not lost. */
function OwnCode({
  fields,
  field,
  sender,
  onSend,
}: {
  readonly fields: Fields
  readonly field: (name: 'code' | 'ownArea') => FieldProps
  readonly sender: ReturnType<typeof useCodeSender>
  readonly onSend: (to: Address) => void
}) {
  const t = useGuardMessages()
  const to = ownAddressOf(fields)
  return (
    <>
      {channelOf(fields) === 'email' ? null : <AreaCodeField size="large" {...field('ownArea')} />}
      <CodeField
        sender={sender}
        {...field('code')}
        error={undefined}
        cannotSend={to ? undefined : t('login.nameMissing')}
        onSend={() => to && onSend(to)}
      />
    </>
  )
}

function NewAddressFields({
  lost,
  field,
}: {
  readonly lost: LostProof
  readonly field: (name: 'address' | 'areaCode') => FieldProps
}) {
  const t = useGuardMessages()
  if (lost === 'email')
    return <TextField label={t('guard.newEmail')} size="large" type="email" {...field('address')} />
  return (
    <>
      <AreaCodeField size="large" {...field('areaCode')} />
      <TextField label={t('guard.newMobile')} size="large" type="tel" {...field('address')} />
    </>
  )
}

function newAddressOf({ address, areaCode }: Fields, lost: LostProof) {
  if (lost === 'email') return isEmail(address) ? { email: address.trim() } : undefined
  if (lost !== 'mobile' || !isMobile(address) || !isAreaCode(areaCode)) return undefined
  return { areaCode: areaCode.trim().replace('+', ''), mobile: address.replace(/[\s-]/g, '') }
}

/** What the gateway is asked; a code of an address that is lost is none. */
function request(fields: Fields, lost: LostProof) {
  const { loginName, pwd, code, newCode } = fields
  const address = newAddressOf(fields, lost)
  const own = ownAddressOf(fields)
  const isLost = lost === channelOf(fields)
  return {
    loginName: loginName.trim(),
    pwd,
    lost,
    ...(own && 'areaCode' in own ? { areaCode: own.areaCode } : {}),
    ...(isLost || code.trim() === '' ? {} : { [`${channelOf(fields)}Code`]: code.trim() }),
    ...(!address || newCode.trim() === '' ? {} : { newCode: newCode.trim() }),
    ...(address && 'email' in address ? { newEmail: address.email } : {}),
    ...(address && 'mobile' in address
      ? { newAreaCode: address.areaCode, newMobile: address.mobile }
      : {}),
  }
}
