import { useDates, useLocale } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useGo } from '../../lib/router/paths.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { AuthCard, type AuthCardProps, ForUsers } from '../auth/index.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { countryName } from '../region/index.ts'
import styles from './qrDecide.module.css'
import { DECIDE_PATH, serialFrom } from '../qr/index.ts'
import { useQrDecision } from './useQrDecision.ts'

/** Where a device that is logged in lets another one in, or not. */
export function QrDecidePage() {
  const t = useGuardMessages()
  const parameters = new URLSearchParams(useLocation().search)
  const serialNO = serialFrom(parameters.get('serialNO') ?? '')
  return (
    <ForUsers>
      <AccountLayout title={t('qr.decideTitle')}>
        {serialNO === undefined ? (
          <Paste />
        ) : (
          <StepUpProvider>
            <Decision key={serialNO} serialNO={serialNO} />
          </StepUpProvider>
        )}
      </AccountLayout>
    </ForUsers>
  )
}

function DecideCard(props: Pick<AuthCardProps, 'notice' | 'error' | 'onSubmit' | 'children'>) {
  return (
    <AuthCard title={useGuardMessages()('qr.decideTitle')} level={2} isTitleHidden {...props} />
  )
}

function Paste() {
  const t = useGuardMessages()
  const go = useGo()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const serialNO = serialFrom(text)
    setWrong(serialNO === undefined)
    if (serialNO !== undefined) go(`${DECIDE_PATH}?serialNO=${encodeURIComponent(serialNO)}`)
  }
  return (
    <DecideCard onSubmit={submit}>
      <TextField
        label={t('qr.link')}
        help={t('qr.linkHelp')}
        size="large"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={setText}
        error={isWrong ? t('qr.linkShape') : undefined}
      />
      <Button type="submit" variant="primary" size="large" block>
        {t('third.continue')}
      </Button>
    </DecideCard>
  )
}

function Decision({ serialNO }: { serialNO: string }) {
  const t = useGuardMessages()
  const go = useGo()
  const { step, isBusy, error, look, decide } = useQrDecision(serialNO)
  const leave = () => go('/account/setting', { replace: true })
  if (step.kind === 'unasked' || step.kind === 'asking') {
    return (
      <DecideCard notice={t('qr.warning')} onSubmit={look}>
        <Button type="submit" variant="primary" size="large" block loading={step.kind === 'asking'}>
          {t('qr.look')}
        </Button>
      </DecideCard>
    )
  }
  if (step.kind !== 'choice') {
    return (
      <DecideCard error={step.kind === 'failed' ? step.text : undefined} onSubmit={leave}>
        {step.kind === 'failed' ? null : <p role="status">{t(`qr.${step.kind}`)}</p>}
        <Button type="submit" size="large" block>
          {t('qr.done')}
        </Button>
      </DecideCard>
    )
  }
  return (
    <DecideCard notice={t('qr.warning')} error={error} onSubmit={() => decide(true)}>
      <DeviceFacts device={step} />
      <p>{t('qr.newDevice')}</p>
      <div className={styles['choice']}>
        <Button size="large" loading={isBusy} onClick={() => decide(false)}>
          {t('qr.refuse')}
        </Button>
        <Button type="submit" variant="primary" size="large" loading={isBusy}>
          {t('qr.allow')}
        </Button>
      </div>
    </DecideCard>
  )
}

/** Which device wants in, from where and since when. */
function DeviceFacts({
  device: { device, address, country, createdAt },
}: {
  readonly device: {
    readonly device: string
    readonly address: string
    readonly country: string
    readonly createdAt: number
  }
}) {
  const t = useGuardMessages()
  const dates = useDates()
  const { locale } = useLocale()
  return (
    <dl className={styles['facts']}>
      <dt>{t('qr.device')}</dt>
      <dd>
        <bdi>{device || t('account.deviceUnknown')}</bdi>
      </dd>
      {address === '' ? null : (
        <>
          <dt>{t('qr.from')}</dt>
          <dd>
            <bdi>{address}</bdi>
            {country === '' ? null : (
              <>
                {' '}
                · <bdi>{countryName(country, locale)}</bdi>
              </>
            )}
          </dd>
        </>
      )}
      <dt>{t('qr.asked')}</dt>
      <dd>
        <bdi>{dates.timestamp(createdAt)}</bdi>
      </dd>
    </dl>
  )
}
