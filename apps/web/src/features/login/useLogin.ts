import { useAppServices } from '../../data/services/appServices.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { type EntryAnswer, useEntry, withLoginCaptcha } from '../auth/index.ts'

/**
 * Password, a security check where the server wants one, a second factor where one is due, then the
 * session.
 */
export function useLogin() {
  const services = useAppServices()
  const t = usePageMessages()
  const entry = useEntry()

  const submit = (fields: { loginName: string; pwd: string }) =>
    entry.attempt(async () => {
      const tried = await withLoginCaptcha(services, {
        loginName: fields.loginName,
        send: (pass) =>
          services.client.post<EntryAnswer>('/user/login', {
            data: { ...fields, ...pass },
            silent: true,
          }),
      })
      return tried.ok ? tried.answer : void entry.setError(t(`captcha.${tried.reason}`))
    })

  return { ...entry, submit }
}
