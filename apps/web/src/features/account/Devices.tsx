import { useDates } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Badge, type BadgeProps } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { deviceName } from '../auth/index.ts'
import { type Device, useDevices } from '../../data/account/api.ts'
import styles from './account.module.css'
import { Row, Section } from './Section.tsx'
import { useChange } from './useChange.ts'

const NONE: readonly never[] = []
const LONGEST_NAME = 40

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
  const rename = (sessionId: string, name: string) =>
    change(async ({ send }) => {
      await send('POST /v1/user/security/devices/rename', { sessionId, name })
      return t('guard.saved')
    })
  const trust = (device: Device) =>
    change(async ({ prove, send }) => {
      const { sessionId, isTrusted } = device
      if (isTrusted) await send('POST /v1/user/security/devices/distrust', { sessionId })
      else {
        const verifyToken = await prove('device')
        if (verifyToken === undefined) return undefined
        await send('POST /v1/user/security/devices/trust', { verifyToken })
      }
      return t('guard.saved')
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
            onRename={(name) => void rename(device.sessionId, name)}
            onTrust={() => void trust(device)}
          />
        ))}
      </ul>
    </Section>
  )
}

interface DeviceTitleProps {
  readonly name: string
  readonly device: Device
}

/** A badge, a space before it. */
const Mark = (props: BadgeProps) => (
  <>
    {' '}
    <Badge {...props} />
  </>
)

function DeviceTitle({ name, device: { isCurrent, isTrusted, realm } }: DeviceTitleProps) {
  const t = useGuardMessages()
  return (
    <>
      <bdi>{name}</bdi>
      {isCurrent ? <Mark tone="accent">{t('account.thisDevice')}</Mark> : null}
      {isTrusted ? <Mark tone="success">{t('guard.trusted')}</Mark> : null}
      {realm === 'paper' ? <Mark tone="warning">{t('realm.paper')}</Mark> : null}
    </>
  )
}

function DeviceRow({
  device,
  isBusy,
  onEnd,
  onRename,
  onTrust,
}: {
  readonly device: Device
  readonly isBusy: boolean
  readonly onEnd: () => void
  readonly onRename: (name: string) => void
  readonly onTrust: () => void
}) {
  const t = useGuardMessages()
  const dates = useDates()
  const { dialogs } = useServices()
  const { userAgent, seenAt, isCurrent, name: given, isTrusted } = device
  const made = deviceName(safeText(userAgent)) || t('account.deviceUnknown')
  const name = given === null ? made : safeText(given)
  const askName = async () => {
    const answer = await dialogs.prompt({
      title: t('guard.deviceName'),
      label: t('guard.deviceName'),
      initial: given ?? '',
      check: (text) => text.length <= LONGEST_NAME,
    })
    if (answer.action === 'confirm') onRename('value' in answer ? (answer.value ?? '') : '')
  }
  return (
    <Row
      title={<DeviceTitle name={name} device={device} />}
      action={
        <span className={styles['actions']}>
          <Button size="small" loading={isBusy} onClick={() => void askName()}>
            {t('guard.deviceName')}
          </Button>
          {isCurrent || isTrusted ? (
            <Button size="small" loading={isBusy} onClick={onTrust}>
              {t(isTrusted ? 'guard.distrust' : 'guard.trust')}
            </Button>
          ) : null}
          {isCurrent ? null : (
            <Button
              size="small"
              loading={isBusy}
              aria-label={`${t('account.end')}: ${name}`}
              onClick={onEnd}
            >
              {t('account.end')}
            </Button>
          )}
        </span>
      }
    >
      {t('account.seenAt', { time: dates.timestamp(seenAt) })}
    </Row>
  )
}
