import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useAppServices } from '../../data/services/appServices.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { CodeMethod } from '../auth/index.ts'
import { selectUser } from '../../data/store/slice.ts'
import { EnrolDialog, type Enrolment } from './EnrolDialog.tsx'
import styles from './account.module.css'
import { Row, Section } from './Section.tsx'
import { useChange } from './useChange.ts'

const PATH = '/user/security/secondFactor'

/**
 * What a log-in asks for besides the password: codes of an authenticator app, codes that are sent.
 */
export function SecondFactors() {
  const t = usePageMessages()
  const { client } = useAppServices()
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
        const { secret, uri } = await client.post<{ secret: string; uri: string }>(
          '/user/security/totp/create',
          { silent: true },
        )
        setEnrolment({ secret, uri, verifyToken })
        return undefined
      }
      await send(PATH, { method, enabled: isOn, verifyToken })
      return isOn ? t('account.factorOn') : t('account.factorOff')
    })
  return (
    <Section title={t('account.factors')} text={t('account.factorsText')} error={error}>
      <ul className={styles['list']}>
        {methods.map(({ method, address }) => {
          const isOn = enabled.includes(method)
          const name = t(`account.factor.${method}`)
          return (
            <Row
              key={method}
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
                  onClick={() => void toggle(method, !isOn)}
                >
                  {isOn ? t('account.turnOff') : t('account.turnOn')}
                </Button>
              }
            >
              {address ? <bdi>{address}</bdi> : null}
            </Row>
          )
        })}
      </ul>
      {enrolment ? (
        <EnrolDialog enrolment={enrolment} onClose={() => setEnrolment(undefined)} />
      ) : null}
    </Section>
  )
}
