import { logIn } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useEntry, withLoginCaptcha } from '../auth/index.ts'

/**
 * Password, a security check where the server wants one, a second factor where one is due, then the
 * session.
 */
export function useLogin() {
  const services = useServices()
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const entry = useEntry()

  const submit = (fields: { loginName: string; pwd: string }) =>
    entry.attempt(async () => {
      const tried = await withLoginCaptcha(services, {
        loginName: fields.loginName,
        send: (pass) => dispatch(logIn({ ...fields, ...pass })),
      })
      if (tried.ok) return tried.answer
      return void entry.setError(tried.text ?? t(`captcha.${tried.reason}`))
    })

  return { ...entry, submit }
}
