import { Button } from '@x/ui/button'
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { AuthCard } from '../auth/index.ts'
import { readReturn } from './authorizeAddress.ts'
import { takeTrip } from './pendingTrip.ts'
import type { ThirdParty } from '../../lib/config/thirdParties.ts'
import type { Third } from './useThird.ts'
import { useThirdName } from './useThirdName.ts'

const StandinForm = lazy(async () => ({ default: (await import('./StandinForm.tsx')).StandinForm }))

/**
 * Until the identity is proved: away to the third party's page and back, a wallet, or the stand-in.
 */
export function ThirdSteps({
  provider,
  third,
  footer,
}: {
  provider: ThirdParty
  third: Third
  footer?: ReactNode
}) {
  const t = useEntryMessages()
  const name = useThirdName()(provider)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { config, location, session, wallet } = useServices()
  const [returned] = useState(() => readReturn(new URL(location.href()).hash))
  const isStandin =
    config.standins.includes(provider) && !(provider === 'wallet' && wallet() !== undefined)
  const arrive = useEffectEvent(() => {
    if (!returned) return
    const trip = takeTrip(session)
    // The proof goes out of the address, and with it out of the history.
    void navigate({ pathname, search: trip?.search ?? '', hash: '' }, { replace: true })
    void third.arrive(returned, trip)
  })
  useEffect(() => arrive(), [])
  if (isStandin) return <StandinForm provider={provider} name={name} third={third} />
  const ask = () => void (provider === 'wallet' ? third.askWallet() : third.leave())
  return (
    <AuthCard title={name} error={third.error} onSubmit={ask} footer={footer}>
      <p>{provider === 'wallet' ? t('third.walletText') : t('third.leaveText', { name })}</p>
      <Button type="submit" variant="primary" size="large" block loading={third.isBusy}>
        {t('third.continue')}
      </Button>
    </AuthCard>
  )
}
