import { logIn } from '../../data/login/api.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import type { AppState } from '../../data/store/store.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useEntry, withLoginCaptcha } from '../auth/index.ts'

/**
 * Password, a security check where the server wants one, a second factor where one is due, then the
 * session. Who comes back after a session that ended, and an agent, have verbs of their own.
 */
export function useLogin({
  isAgent,
  onEntered,
}: {
  readonly isAgent: boolean
  readonly onEntered: () => void
}) {
  const services = useServices()
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const status = useAppSelector(selectStatus)
  const entry = useEntry({
    onEntered: () => {
      onEntered()
      const roles = dispatch(
        (_: unknown, getState: () => AppState) => getState().session.user?.roles,
      )
      if (isAgent && roles?.includes('agency') === false) services.toasts.info(t('login.noAgent'))
    },
  })
  const purpose = isAgent ? 'agency' : status === 'expired' ? 'again' : 'first'

  const submit = (fields: { loginName: string; pwd: string }) =>
    entry.attempt(async () => {
      const tried = await withLoginCaptcha(services, {
        loginName: fields.loginName,
        send: (pass) => dispatch(logIn({ ...fields, ...pass }, purpose)),
      })
      if (tried.ok) return tried.answer
      return void entry.setError(tried.text ?? t(`captcha.${tried.reason}`))
    })

  return { ...entry, submit }
}
