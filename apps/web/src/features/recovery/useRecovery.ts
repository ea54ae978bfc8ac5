import { useState } from 'react'
import { forgotPassword, resetPassword } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { accountText, solveCaptcha } from '../auth/index.ts'

const PARAMETER_INVALID = '40010'

interface Asked {
  readonly token: string
  /** The address that the code went to, if it has an account. */
  readonly to: string
}

interface NewPassword {
  readonly code: string
  readonly googleCode: string
  readonly pwd: string
}

const resetTerms = ({ token, to }: Asked, { code, googleCode, pwd }: NewPassword) => ({
  token,
  ...(to.includes('@') ? { emailCode: code } : { mobileCode: code }),
  ...(googleCode === '' ? {} : { googleCode }),
  pwd,
})

/** A code after a security check, then the new password; an authenticator only if it is due. */
export function useRecovery() {
  const services = useServices()
  const dispatch = useAppDispatch()
  const t = useGuardMessages()
  const [asked, setAsked] = useState<Asked>()
  const [needsAuthenticator, setNeedsAuthenticator] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<string>()

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(textOf(failure))
    } finally {
      setBusy(false)
    }
  }

  function textOf(failure: unknown): string {
    const { code, field } = failureOf(failure)
    if (code !== PARAMETER_INVALID) return accountText(failure, t)
    if (field === 'googleCode') {
      setNeedsAuthenticator(true)
      return t('guard.authenticatorDue')
    }
    if (field === 'pwd') return t('guard.passwordRefused')
    return t('guard.nameShape')
  }

  return {
    asked,
    needsAuthenticator,
    isBusy,
    isDone,
    error,
    ask: (loginName: string) =>
      run(async () => {
        const solved = await solveCaptcha(services, { scene: 'sendCode' })
        if (!solved.ok) return setError(solved.text ?? t(`captcha.${solved.reason}`))
        const { token } = await dispatch(forgotPassword({ loginName, bizId: solved.bizId ?? '' }))
        setAsked({ token, to: loginName })
      }),
    reset: (password: NewPassword) =>
      run(async () => {
        if (!asked) return
        await dispatch(resetPassword(resetTerms(asked, password)))
        setDone(true)
      }),
  }
}
