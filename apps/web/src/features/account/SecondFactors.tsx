import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { createTotp } from '../../data/account/changes.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import type { CodeMethod } from '../auth/index.ts'
import { selectUser } from '../../data/store/slice.ts'
import { EnrolDialog, type Enrolment } from './EnrolDialog.tsx'
import styles from './account.module.css'
import { Row, Section } from './Section.tsx'
import { SECTIONS } from './protections.ts'
import { useChange } from './useChange.ts'

/**
 * What a log-in asks for besides the password: codes of an authenticator app, codes that are sent.
 */
export function SecondFactors() {
  const t = useGuardMessages()
  const dispatch = useAppDispatch()
  const user = useAppSelector(selectUser)
  const { isBusy, error, change } = useChange()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const enabled = user?.secondFactors ?? []
  const methods: readonly { readonly method: CodeMethod; readonly address: string | undefined }[] =
    [
      { method: 'google', address: undefined },
      ...(user?.email ? [{ method: 'email' as const, address: user.email }] : []),
      ...(user?.mobile ? [{ method: 'mobile' as const, address: user.mobile }] : []),
    ]

  const toggle = (method: CodeMethod, isOn: boolean) =>
    change(async ({ prove, send }) => {
      const verifyToken = await prove('secondFactor')
      if (verifyToken === undefined) return undefined
      if (method === 'google' && isOn) {
        const { secret, uri } = await dispatch(createTotp())
        setEnrolment({ secret, uri, verifyToken })
        return undefined
      }
      await send('POST /v1/user/security/secondFactor', { method, enabled: isOn, verifyToken })
      return isOn ? t('account.factorOn') : t('account.factorOff')
    })
  return (
    <Section
      anchor={SECTIONS.factor}
      title={t('account.factors')}
      text={t('account.factorsText')}
      error={error}
    >
      <ul className={styles['list']}>
        {methods.map(({ method, address }) => (
          <FactorRow
            key={method}
            method={method}
            address={address}
            isOn={enabled.includes(method)}
            isBusy={isBusy}
            onToggle={(isOn) => void toggle(method, isOn)}
          />
        ))}
      </ul>
      {enrolment ? (
        <EnrolDialog enrolment={enrolment} onClose={() => setEnrolment(undefined)} />
      ) : null}
    </Section>
  )
}

interface FactorRowProps {
  readonly method: CodeMethod
  /** Where its codes are sent. */
  readonly address: string | undefined
  readonly isOn: boolean
  readonly isBusy: boolean
  readonly onToggle: (isOn: boolean) => void
}

function FactorRow({ method, address, isOn, isBusy, onToggle }: FactorRowProps) {
  const t = useGuardMessages()
  const name = t(`account.factor.${method}`)
  return (
    <Row
      title={
        <>
          {name} {isOn ? <Badge tone="success">{t('account.on')}</Badge> : null}
        </>
      }
      action={
        <Button
          size="small"
          loading={isBusy}
          aria-label={`${isOn ? t('account.turnOff') : t('account.turnOn')}: ${name}`}
          onClick={() => onToggle(!isOn)}
        >
          {isOn ? t('account.turnOff') : t('account.turnOn')}
        </Button>
      }
    >
      {address ? <bdi>{address}</bdi> : null}
    </Row>
  )
}
