import { useEffect, useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { solveCaptcha } from '../captcha/solveCaptcha.ts'
import { type Failure, failureOf, serverText } from '../errors/serverText.ts'
import { codesOf } from '../referral/codesOf.ts'
import { enterSession } from '../session/thunks.ts'

type AddressKind = 'email' | 'mobile'
type Address = { readonly email: string } | { readonly areaCode: string; readonly mobile: string }

/** Seconds before another code may be asked for. */
const PAUSE = 60

const CODE_WRONG = '40102'

/** The form's field for what the server named, where that field is on screen. */
const FIELDS: Readonly<Record<AddressKind, Readonly<Record<string, string>>>> = {
  email: { email: 'email', emailCode: 'code', pwd: 'pwd' },
  mobile: { areaCode: 'areaCode', mobile: 'mobile', mobileCode: 'code', pwd: 'pwd' },
}

function fieldOf({ code, field }: Failure, by: AddressKind): string | undefined {
  if (code === CODE_WRONG) return 'code'
  return field !== undefined && Object.hasOwn(FIELDS[by], field) ? FIELDS[by][field] : undefined
}

/** A code after a security check, then the account; the check's id belongs to both. */
export function useRegister() {
  const services = useServices()
  const { client, clock, referral } = services
  const dispatch = useAppDispatch()
  const t = useMessages()
  const [isSending, setSending] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})
  const [sent, setSent] = useState<{ readonly to: string; readonly bizId: string | undefined }>()
  const [secondsToWait, setSecondsToWait] = useState(0)

  useEffect(() => {
    if (secondsToWait <= 0) return undefined
    const timer = clock.after(1_000, () => setSecondsToWait(secondsToWait - 1))
    return () => timer.cancel()
  }, [clock, secondsToWait])

  const fail = (failure: unknown, by: AddressKind) => {
    const field = fieldOf(failureOf(failure), by)
    const text = serverText(failure, t)
    if (field) setFieldErrors({ [field]: text })
    else setError(text)
  }
  const clear = () => {
    setError(undefined)
    setFieldErrors({})
  }

  const sendCode = async (address: Address) => {
    clear()
    setSending(true)
    const by = 'email' in address ? 'email' : 'mobile'
    try {
      const solved = await solveCaptcha(services, { scene: 'sendCode' })
      if (!solved.ok) return setError(t(`captcha.${solved.reason}`))
      await client.post('/user/message/sendCode', { data: { scene: 'register', ...address, bizId: solved.bizId }, silent: true })
      setSent({ to: 'email' in address ? address.email : `+${address.areaCode}${address.mobile}`, bizId: solved.bizId })
      setSecondsToWait(PAUSE)
    } catch (failure) {
      fail(failure, by)
    } finally {
      setSending(false)
    }
  }

  const submit = async ({ by, address, code, pwd }: { by: AddressKind; address: Address; code: string; pwd: string }) => {
    clear()
    setBusy(true)
    try {
      const data = { ...address, [by === 'email' ? 'emailCode' : 'mobileCode']: code, pwd, bizId: sent?.bizId, ...codesOf(referral.getState()) }
      await client.post(`/user/register/${by}`, { data, silent: true })
      referral.clear()
      await dispatch(enterSession({ realm: 'live' })).unwrap()
    } catch (failure) {
      fail(failure, by)
    } finally {
      setBusy(false)
    }
  }

  return { isSending, isBusy, error, fieldErrors, sentTo: sent?.to, secondsToWait, sendCode, submit }
}
