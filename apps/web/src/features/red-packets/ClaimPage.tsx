import { useNumbers } from '@x/locale/react'
import { Button, ButtonLink } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import { claimPacket, type RedPacketClaim } from '../../data/redPackets/api.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import { solveCaptcha } from '../auth/index.ts'
import styles from './redPackets.module.css'

/**
 * What somebody sees who was given a link. A guest logs in or registers first and comes back here;
 * nothing about the packet is published before it is opened, not even whether there is one.
 */
export function ClaimPage({ code }: { readonly code: string }) {
  const t = useProductMessages()
  const status = useAppSelector(selectStatus)
  return (
    <div className={styles['claim']}>
      <h1 className={styles['title']}>{t('redPacket.invited')}</h1>
      {status === 'guest' ? <GuestWays code={code} /> : null}
      {status === 'user' ? <OpenPacket code={code} /> : null}
    </div>
  )
}

function GuestWays({ code }: { readonly code: string }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const from = encodeURIComponent(`/redpacket/${code}`)
  return (
    <>
      <p className={styles['lead']}>{t('redPacket.guest')}</p>
      <div className={styles['ways']}>
        <ButtonLink
          variant="primary"
          size="large"
          render={(props) => <Link {...props} to={to(`/register?from=${from}`)} />}
        >
          {t('shell.register')}
        </ButtonLink>
        <ButtonLink
          size="large"
          render={(props) => <Link {...props} to={to(`/login?from=${from}`)} />}
        >
          {t('shell.login')}
        </ButtonLink>
      </div>
    </>
  )
}

function OpenPacket({ code }: { readonly code: string }) {
  const t = useProductMessages()
  const { isBusy, error, claim, open } = useClaim(code)
  if (claim) return <Received claim={claim} />
  return (
    <>
      <Button variant="primary" size="large" loading={isBusy} onClick={open}>
        {t('redPacket.open')}
      </Button>
      <p role="alert" className={styles['error']}>
        {error}
      </p>
    </>
  )
}

function Received({ claim }: { readonly claim: RedPacketClaim }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const numbers = useNumbers('trading')
  const { text } = useUntrusted()
  return (
    <div role="status" className={styles['claim']}>
      <p className={styles['lead']}>{t('redPacket.yours')}</p>
      <NumberText unit={claim.asset} className={styles['amount']}>
        {numbers.number(claim.amount, { digits: 8, trim: true })}
      </NumberText>
      {claim.greeting === '' ? null : (
        <p dir="auto" className={styles['greeting']}>
          {text(claim.greeting)}
        </p>
      )}
      <div className={styles['ways']}>
        <ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/asset')} />}>
          {t('shell.assets')}
        </ButtonLink>
        <ButtonLink
          render={(props) => <Link {...props} to={to(`/redpacket/detail/${claim.packetId}`)} />}
        >
          {t('redPacket.parts')}
        </ButtonLink>
      </div>
    </div>
  )
}

const UNKNOWN = '40401'
const OWN = '40301'
const CAPTCHA_DUE = '40103'

function useClaim(code: string) {
  const t = useProductMessages()
  const services = useServices()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [claim, setClaim] = useState<RedPacketClaim>()

  async function claimOnce(): Promise<RedPacketClaim> {
    try {
      return await dispatch(claimPacket(code))
    } catch (failure) {
      if (failureOf(failure).code !== CAPTCHA_DUE) throw failure
      const solved = await solveCaptcha(services, { scene: 'redPacket' })
      if (!solved.ok) throw failure
      return dispatch(claimPacket(code, solved.bizId))
    }
  }

  async function run(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      setClaim(await claimOnce())
    } catch (failure) {
      const { code: refusal } = failureOf(failure)
      setError(
        refusal === UNKNOWN
          ? t('redPacket.gone')
          : refusal === OWN
            ? t('redPacket.notForYou')
            : serverText(failure, t),
      )
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, claim, open: () => void run() }
}
