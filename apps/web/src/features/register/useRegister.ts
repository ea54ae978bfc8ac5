import type { ReferralCodes } from '@x/referral'
import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { register, type Registration } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { type Address, useCodeSender } from '../auth/index.ts'
import { type Failure, failureOf, serverText } from '../../lib/errors/serverText.ts'
import { codesOf } from '../referral/index.ts'
import { enterSession } from '../../data/session/thunks.ts'

/** The addresses that an account is opened with. */
export type By = Registration['by']

const CODE_WRONG = '40102'

const OF_EMAIL = { email: 'email', emailCode: 'emailCode', pwd: 'pwd' }
const OF_MOBILE = { areaCode: 'areaCode', mobile: 'mobile', mobileCode: 'mobileCode', pwd: 'pwd' }
/** The form's field for what the server named, where that field is on screen. */
const FIELDS: Readonly<Record<By, Readonly<Record<string, string>>>> = {
  email: OF_EMAIL,
  mobile: OF_MOBILE,
  both: { ...OF_EMAIL, ...OF_MOBILE },
}

/** Of two codes the server does not say which is wrong. */
function fieldOf({ code, field }: Failure, by: By): string | undefined {
  if (code === CODE_WRONG) return by === 'both' ? undefined : `${by}Code`
  return field !== undefined && Object.hasOwn(FIELDS[by], field) ? FIELDS[by][field] : undefined
}

/** A code for each address after a security check, then the account; one check pays for both. */
export function useRegister() {
  const { referral } = useServices()
  const dispatch = useAppDispatch()
  const t = useMessages()
  const senders = { email: useCodeSender('register'), mobile: useCodeSender('register') }
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})

  const fail = (failure: unknown, by: By) => {
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
    const kind = 'email' in address ? 'email' : 'mobile'
    try {
      setError(await senders[kind].send(address))
    } catch (failure) {
      fail(failure, kind)
    }
  }

  const submit = async (
    registration: Registration,
    { mergeReferral }: { readonly mergeReferral: (codes: ReferralCodes) => ReferralCodes },
  ) => {
    clear()
    setBusy(true)
    try {
      const kept = await referral()
      const { sent } = senders[registration.by === 'mobile' ? 'mobile' : 'email']
      const paid = sent?.bizId === undefined ? {} : { bizId: sent.bizId }
      const codes = mergeReferral(codesOf(kept.getState()))
      await dispatch(register({ ...registration, ...paid }, { codes }))
      kept.clear()
      await dispatch(enterSession({ realm: 'live' })).unwrap()
    } catch (failure) {
      fail(failure, registration.by)
    } finally {
      setBusy(false)
    }
  }

  return { senders, isBusy, error, fieldErrors, sendCode, submit }
}
