import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { register } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { type Address, useCodeSender } from '../auth/index.ts'
import { type Failure, failureOf, serverText } from '../../lib/errors/serverText.ts'
import { codesOf } from '../referral/index.ts'
import { enterSession } from '../../data/session/thunks.ts'

type AddressKind = 'email' | 'mobile'

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

interface Registration {
  readonly by: AddressKind
  readonly address: Address
  readonly code: string
  readonly pwd: string
}

/** A code after a security check, then the account; the check's id belongs to both. */
export function useRegister() {
  const { referral } = useServices()
  const dispatch = useAppDispatch()
  const t = useMessages()
  const sender = useCodeSender('register')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})

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
    try {
      setError(await sender.send(address))
    } catch (failure) {
      fail(failure, 'email' in address ? 'email' : 'mobile')
    }
  }

  const submit = async ({ by, address, code, pwd }: Registration) => {
    clear()
    setBusy(true)
    try {
      const kept = await referral()
      const bizId = sender.sent?.bizId
      const common = { pwd, ...(bizId === undefined ? {} : { bizId }) }
      const codes = codesOf(kept.getState())
      await dispatch(
        'email' in address
          ? register({ by: 'email', ...address, emailCode: code, ...common }, { codes })
          : register({ by: 'mobile', ...address, mobileCode: code, ...common }, { codes }),
      )
      kept.clear()
      await dispatch(enterSession({ realm: 'live' })).unwrap()
    } catch (failure) {
      fail(failure, by)
    } finally {
      setBusy(false)
    }
  }

  return { sender, isBusy, error, fieldErrors, sendCode, submit }
}
