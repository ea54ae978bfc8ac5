import { useDates } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { deviceName } from '../auth/index.ts'
import { type Device, useDevices } from '../../data/account/api.ts'
import styles from './account.module.css'
import { Row, Section } from './Section.tsx'
import { useChange } from './useChange.ts'

const NONE: readonly never[] = []

/** Where this account is logged in, and the way to end it there. */
export function Devices() {
  const t = useGuardMessages()
  const { data = NONE, isLoading, error: failure, refetch } = useDevices()
  const { isBusy, error, change } = useChange()
  const end = (which: { readonly sessionId: string } | { readonly others: true }) =>
    change(async ({ send }) => {
      const { ended } = await send('POST /v1/user/security/sessions/revoke', which)
      return t('account.ended', { count: ended })
    })
  const others = data.filter(({ isCurrent }) => !isCurrent)
  return (
    <Section
      title={t('account.devices')}
      text={t('account.devicesText')}
      error={error}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
      action={
        others.length > 0 ? (
          <Button size="small" loading={isBusy} onClick={() => void end({ others: true })}>
            {t('account.endOthers')}
          </Button>
        ) : undefined
      }
    >
      <ul className={styles['list']}>
        {data.map((device) => (
          <DeviceRow
            key={device.sessionId}
            device={device}
            isBusy={isBusy}
            onEnd={() => void end({ sessionId: device.sessionId })}
          />
        ))}
      </ul>
    </Section>
  )
}

function DeviceRow({
  device: { realm, userAgent, seenAt, isCurrent },
  isBusy,
  onEnd,
}: {
  readonly device: Device
  readonly isBusy: boolean
  readonly onEnd: () => void
}) {
  const t = useGuardMessages()
  const dates = useDates()
  const name = deviceName(safeText(userAgent)) || t('account.deviceUnknown')
  return (
    <Row
      title={
        <>
          <bdi>{name}</bdi>{' '}
          {isCurrent ? <Badge tone="accent">{t('account.thisDevice')}</Badge> : null}{' '}
          {realm === 'paper' ? <Badge tone="warning">{t('realm.paper')}</Badge> : null}
        </>
      }
      action={
        isCurrent ? undefined : (
          <Button
            size="small"
            loading={isBusy}
            aria-label={`${t('account.end')}: ${name}`}
            onClick={onEnd}
          >
            {t('account.end')}
          </Button>
        )
      }
    >
      {t('account.seenAt', { time: dates.timestamp(seenAt) })}
    </Row>
  )
}
