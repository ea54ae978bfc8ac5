import { type ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { EntryTexts } from '../../lib/lazy/EntryTexts.tsx'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { SecondFactorForm, useReturnPath } from '../auth/index.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { isThirdParty, type ThirdParty } from '../../lib/config/thirdParties.ts'
import { ThirdSteps } from './ThirdSteps.tsx'
import { UnboundForm } from './UnboundForm.tsx'
import { useThird } from './useThird.ts'
import { useThirdName } from './useThirdName.ts'

/** `/login/third/<provider>`, which is also where the third party sends the browser back to. */
export function ThirdLoginPage() {
  const { provider } = useParams()
  const to = useLocalePath()
  const { config } = useServices()
  const status = useAppSelector(selectStatus)
  const target = useReturnPath('/spot/BTCUSDT')
  if (status === 'user') return <Navigate to={to(target)} replace />
  if (!isThirdParty(provider) || !config.thirdParties.includes(provider))
    return <Navigate to={to('/login')} replace />
  return (
    <EntryTexts>
      <ThirdLogin key={provider} provider={provider} />
    </EntryTexts>
  )
}

function ThirdLogin({ provider }: { provider: ThirdParty }) {
  const t = useEntryMessages()
  const to = useLocalePath()
  const name = useThirdName()(provider)
  usePageTitle(`${name} · ${t('head.login.title')}`)
  const third = useThird({ provider, purpose: 'login', path: `/login/third/${provider}` })
  if (third.due)
    return (
      <SecondFactorForm
        challenge={third.due.challenge}
        isBusy={third.isBusy}
        error={third.error}
        onProve={third.verify}
        onBack={third.restart}
      />
    )
  if (third.unbound) return <UnboundForm unbound={third.unbound} name={name} third={third} />
  return (
    <ThirdSteps
      provider={provider}
      third={third}
      footer={t.rich('third.otherWay', {
        link: (children: ReactNode) => <Link to={to('/login')}>{children}</Link>,
      })}
    />
  )
}
