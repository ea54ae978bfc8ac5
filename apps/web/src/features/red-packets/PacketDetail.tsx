import { useDates, useNumbers } from '@x/locale/react'
import { Button, ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { type RedPacketDetail, useRedPacket } from '../../data/redPackets/api.ts'
import { isSplitTrue } from '../../data/redPackets/verifySplit.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import styles from './redPackets.module.css'

/** Who has which part; after the end anybody with a part checks the division in the browser. */
export function PacketDetail({ packetId }: { readonly packetId: string }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const { data, error, refetch } = useRedPacket(packetId)
  return (
    <div className={styles['narrow']}>
      <div className={styles['line']}>
        <h1 className={styles['title']}>{t('redPacket.parts')}</h1>
        <ButtonLink size="small" render={(props) => <Link {...props} to={to('/redpacket')} />}>
          {t('product.redPacket')}
        </ButtonLink>
      </div>
      {data ? (
        <Parts packet={data} />
      ) : error ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {serverText(error, t)}
        </ErrorState>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </div>
  )
}

function Parts({ packet }: { readonly packet: RedPacketDetail }) {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { text } = useUntrusted()
  const { asset, total, count, claimed, greeting, claims, seedHash, seed } = packet
  return (
    <section className={styles['card']}>
      <span className={styles['line']}>
        <NumberText unit={asset} className={styles['amount']}>
          {numbers.number(total, { digits: 8, trim: true })}
        </NumberText>
        <span>{t('redPacket.claimed', { claimed, count })}</span>
      </span>
      {greeting === '' ? null : (
        <p dir="auto" className={styles['greeting']}>
          {text(greeting)}
        </p>
      )}
      <ol className={styles['rows']}>
        {claims.map(({ user, amount, at }) => (
          <li key={`${user} ${at} ${amount}`} className={styles['row']}>
            <span className={styles['line']}>
              <bdi>{user}</bdi>
              <NumberText unit={asset}>
                {numbers.number(amount, { digits: 8, trim: true })}
              </NumberText>
            </span>
            <NumberText tone="muted">{dates.timestamp(at)}</NumberText>
          </li>
        ))}
      </ol>
      <p className={styles['lead']}>
        {t('redPacket.seedHash')} <code className={styles['address']}>{seedHash}</code>
      </p>
      {seed === null ? null : <Verify packet={packet} />}
    </section>
  )
}

function Verify({ packet }: { readonly packet: RedPacketDetail }) {
  const t = useProductMessages()
  const [verdict, setVerdict] = useState<boolean>()
  return (
    <>
      <Button onClick={() => void isSplitTrue(packet).then(setVerdict)}>
        {t('redPacket.verify')}
      </Button>
      <p role="status" className={styles['lead']}>
        {verdict === undefined ? null : verdict ? t('redPacket.verified') : t('redPacket.forged')}
      </p>
    </>
  )
}
