import { Button } from '@x/ui/button'
import { safeText } from '@x/sanitize'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { EntryTexts } from '../../lib/lazy/EntryTexts.tsx'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useGo, useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { describeIdentity } from '../../data/third-party/api.ts'
import { accountText, AuthCard, ForUsers } from '../auth/index.ts'
import { isThirdParty, type ThirdParty } from '../../lib/config/thirdParties.ts'
import { ThirdSteps, useThird, useThirdName } from '../third/index.ts'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useChange } from './useChange.ts'

const SETTINGS = '/account/setting'

/**
 * `/account/setting/third/<provider>`: adds an identity to the account that is logged in, and opens
 * no other (docs/adr/login.md).
 */
export function BindThirdPage() {
  const { provider } = useParams()
  const to = useLocalePath()
  const { config } = useServices()
  if (!isThirdParty(provider) || !config.thirdParties.includes(provider))
    return <Navigate to={to(SETTINGS)} replace />
  return (
    <ForUsers>
      <StepUpProvider>
        <EntryTexts>
          <Binding key={provider} provider={provider} />
        </EntryTexts>
      </StepUpProvider>
    </ForUsers>
  )
}

function Binding({ provider }: { provider: ThirdParty }) {
  const t = useEntryMessages()
  const to = useLocalePath()
  const go = useGo()
  const name = useThirdName()(provider)
  usePageTitle(t('account.bindTitle', { name }))
  const third = useThird({ provider, purpose: 'binding', path: `${SETTINGS}/third/${provider}` })
  const { isBusy, error, change } = useChange()
  const back = t.rich('account.backToSettings', {
    link: (children: ReactNode) => <Link to={to(SETTINGS)}>{children}</Link>,
  })
  const token = third.unbound?.token
  const proved = useProved(token)
  if (token === undefined) return <ThirdSteps provider={provider} third={third} footer={back} />
  const bind = async () => {
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('thirdParty')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/security/third/bind', { token, verifyToken })
      return t('account.bound', { name })
    })
    if (isDone) go(SETTINGS, { replace: true })
  }
  return (
    <AuthCard
      title={t('account.bindTitle', { name })}
      error={error ?? proved.error}
      onSubmit={() => void bind()}
      footer={back}
    >
      <p>{t('account.bindText', { name })}</p>
      {proved.email === undefined ? null : (
        <p>
          {t('register.email')}: <b>{safeText(proved.email)}</b>
        </p>
      )}
      <Button type="submit" variant="primary" size="large" block loading={isBusy}>
        {t('account.connect')}
      </Button>
    </AuthCard>
  )
}

/** Whose identity it is, as the gateway says to the holder of the proof, so that it is seen. */
function useProved(token: string | undefined) {
  const t = usePageMessages()
  const dispatch = useAppDispatch()
  const [proved, setProved] = useState<{ readonly email?: string; readonly error?: string }>({})
  const ask = useEffectEvent((proof: string) =>
    dispatch(describeIdentity(proof)).then(
      ({ email }) => setProved(email === null ? {} : { email }),
      (failure: unknown) => setProved({ error: accountText(failure, t) }),
    ),
  )
  useEffect(() => {
    if (token !== undefined) void ask(token)
  }, [token])
  return proved
}
