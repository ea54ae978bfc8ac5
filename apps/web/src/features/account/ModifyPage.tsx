import type { LostProof } from '@x/api'
import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useWaitingChanges } from '../../data/account/api.ts'
import { changeAccount } from '../../data/account/changes.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { useLocalePath } from '../../lib/router/paths.ts'
import { accountText, AuthCard } from '../auth/index.ts'
import styles from './account.module.css'
import { AccountLayout } from './AccountLayout.tsx'
import { Addresses } from './Addresses.tsx'
import { LostForm } from './LostForm.tsx'
import { Row, Section } from './Section.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useChange } from './useChange.ts'
import { useIsOwnSub } from './useIsOwnSub.ts'

/** Change of an address or an authenticator, with what there is or after 72 hours (products 7). */
export function ModifyPage() {
  usePageTitle(useGuardMessages()('guard.modifyTitle'))
  const status = useAppSelector(selectStatus)
  const enteredFrom = useAppSelector(selectUser)?.enteredFrom
  const to = useLocalePath()
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('stop') ?? ''
  if (status === 'unknown') return null
  if (token !== '') return <StopForm token={token} />
  // These belong to the main account.
  if (enteredFrom !== undefined) return <Navigate to={to('/account/setting')} replace />
  return status === 'user' ? <Changes /> : <LostForm />
}

function Changes() {
  const t = useGuardMessages()
  const isOwnSub = useIsOwnSub()
  return (
    <StepUpProvider>
      <AccountLayout title={t('guard.modifyTitle')}>
        <WaitingChanges />
        {isOwnSub ? null : <Addresses />}
        <LostForm level={2} />
      </AccountLayout>
    </StepUpProvider>
  )
}

const LABELS: Readonly<
  Record<
    LostProof,
    'account.factor.google' | 'proof.method.passkey' | 'proof.method.email' | 'proof.method.mobile'
  >
> = {
  google: 'account.factor.google',
  passkey: 'proof.method.passkey',
  email: 'proof.method.email',
  mobile: 'proof.method.mobile',
}

function WaitingChanges() {
  const t = useGuardMessages()
  const dates = useDates()
  const { data = [], isLoading, error: failure, refetch } = useWaitingChanges()
  const { isBusy, error, change } = useChange()
  const stop = (changeId: string) =>
    change(async ({ send }) => {
      await send('POST /v1/user/recovery/cancel', { changeId })
      return t('guard.stopped')
    })
  if (data.length === 0 && failure === undefined) return null
  return (
    <Section
      title={t('guard.waiting')}
      text={t('guard.lostText')}
      error={error}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      <ul className={styles['list']}>
        {data.map(({ changeId, lost, target, effectiveAt }) => (
          <Row
            key={changeId}
            title={
              <>
                {t(LABELS[lost])} {target === null ? null : <bdi>{target}</bdi>}
              </>
            }
            action={
              <Button size="small" loading={isBusy} onClick={() => void stop(changeId)}>
                {t('guard.stop')}
              </Button>
            }
          >
            {t('guard.effectiveAt', { time: dates.timestamp(effectiveAt, 'minute') })}
          </Row>
        ))}
      </ul>
    </Section>
  )
}

/** The link of a mail: nothing is stopped until its reader says so. */
function StopForm({ token }: { readonly token: string }) {
  const t = useGuardMessages()
  const dispatch = useAppDispatch()
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [error, setError] = useState<string>()
  const stop = async () => {
    setState('busy')
    setError(undefined)
    try {
      await dispatch(changeAccount('POST /v1/user/recovery/stop', { token }))
      setState('done')
    } catch (failure) {
      setState('asked')
      setError(accountText(failure, t))
    }
  }
  return (
    <AuthCard
      title={t('guard.stop')}
      notice={state === 'done' ? t('guard.stopped') : t('guard.lostText')}
      error={error}
      onSubmit={() => void stop()}
    >
      {state === 'done' ? null : (
        <Button type="submit" variant="primary" size="large" block loading={state === 'busy'}>
          {t('guard.stop')}
        </Button>
      )}
    </AuthCard>
  )
}
