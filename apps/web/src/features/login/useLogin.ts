import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { solveCaptcha } from '../captcha/solveCaptcha.ts'
import { failureOf, serverText } from '../errors/serverText.ts'
import { enterSession } from '../session/thunks.ts'
import type { Realm } from '../session/userInfo.ts'

type Step = { readonly kind: 'password' } | { readonly kind: 'factor'; readonly verifyToken: string; readonly methods: readonly string[] }
type Answer = { readonly realm?: Realm; readonly verifyToken?: string; readonly methods?: readonly string[] }

const CAPTCHA_DUE = '40103'

/** Password, a security check where the server wants one, a second factor where one is due, then the session. */
export function useLogin() {
  const services = useServices()
  const dispatch = useAppDispatch()
  const t = useMessages()
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const attempt = async (run: () => Promise<Answer | undefined>) => {
    setBusy(true)
    setError(undefined)
    try {
      const answer = await run()
      if (!answer) return
      if (answer.verifyToken) setStep({ kind: 'factor', verifyToken: answer.verifyToken, methods: answer.methods ?? [] })
      else await dispatch(enterSession({ realm: answer.realm ?? 'live' })).unwrap()
    } catch (failure) {
      setError(serverText(failure, t))
    } finally {
      setBusy(false)
    }
  }

  const send = (path: string, data: object): Promise<Answer> => services.client.post(path, { data, silent: true })

  const submit = (fields: { loginName: string; pwd: string }) =>
    attempt(async () => {
      try {
        return await send('/user/login', fields)
      } catch (failure) {
        if (failureOf(failure).code !== CAPTCHA_DUE) throw failure
        const solved = await solveCaptcha(services, { scene: 'login', bizParam: fields.loginName })
        if (!solved.ok) return void setError(t(`captcha.${solved.reason}`))
        return send('/user/login', { ...fields, bizId: solved.bizId })
      }
    })

  const verify = (codes: Readonly<Record<string, string>>) =>
    attempt(async () => (step.kind === 'factor' ? send('/user/login/verify', { verifyToken: step.verifyToken, ...codes }) : undefined))

  return { step, isBusy, error, submit, verify: (codes: Readonly<Record<string, string>>) => void verify(codes) }
}
