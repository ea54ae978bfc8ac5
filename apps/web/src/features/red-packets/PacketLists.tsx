import { useDates, useNumbers } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import { Button, ButtonLink } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import type { ReactNode } from 'react'
import {
  type RedPacket,
  type RedPacketClaim,
  useReceivedPackets,
  useRedPackets,
} from '../../data/redPackets/api.ts'
import { PagedList, type PagedQuery } from '../../lib/lists/PagedList.tsx'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import { usePacketLink } from './PacketLink.tsx'
import styles from './redPackets.module.css'

/** What the user sent, and what others gave. */
export function PacketLists() {
  const t = useProductMessages()
  return (
    <div className={styles['lists']}>
      <PacketList title={t('redPacket.sent')} query={useRedPackets()}>
        {(packet) => <SentPacket key={packet.packetId} packet={packet} />}
      </PacketList>
      <PacketList title={t('redPacket.received')} query={useReceivedPackets()}>
        {(claim) => <ReceivedPart key={claim.packetId} claim={claim} />}
      </PacketList>
    </div>
  )
}

function PacketList<Row>({
  title,
  query,
  children,
}: {
  readonly title: string
  readonly query: PagedQuery<Row>
  readonly children: (row: Row) => ReactNode
}) {
  const t = useProductMessages()
  return (
    <section className={styles['list']} aria-label={title}>
      <h2 className={styles['heading']}>{title}</h2>
      <PagedList query={query} empty={t('redPacket.none')}>
        {(rows) => <ul className={styles['rows']}>{rows.map(children)}</ul>}
      </PagedList>
    </section>
  )
}

function SentPacket({ packet }: { readonly packet: RedPacket }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { packetId, code, asset, total, count, claimed, status, createdAt } = packet
  const { copy } = usePacketLink(code)
  const states = {
    open: t('orders.status.open'),
    finished: t('redPacket.finished'),
    expired: t('orders.status.expired'),
  }
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <NumberText unit={asset}>{numbers.number(total, { digits: 8, trim: true })}</NumberText>
        <Badge tone={status === 'open' ? 'accent' : 'neutral'}>{states[status]}</Badge>
      </span>
      <span className={styles['line']}>
        <span>{t('redPacket.claimed', { claimed, count })}</span>
        <NumberText tone="muted">{dates.timestamp(createdAt)}</NumberText>
      </span>
      <span className={styles['ways']}>
        <ButtonLink
          size="small"
          render={(props) => <Link {...props} to={to(`/redpacket/detail/${packetId}`)} />}
        >
          {t('redPacket.parts')}
        </ButtonLink>
        {status === 'open' ? (
          <Button size="small" onClick={copy}>
            {t('redPacket.copy')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

function ReceivedPart({ claim }: { readonly claim: RedPacketClaim }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { text } = useUntrusted()
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <NumberText unit={claim.asset}>
          {numbers.number(claim.amount, { digits: 8, trim: true })}
        </NumberText>
        <NumberText tone="muted">{dates.timestamp(claim.at)}</NumberText>
      </span>
      {claim.greeting === '' ? null : (
        <span dir="auto" className={styles['greeting']}>
          {text(claim.greeting)}
        </span>
      )}
      <ButtonLink
        size="small"
        render={(props) => <Link {...props} to={to(`/redpacket/detail/${claim.packetId}`)} />}
      >
        {t('redPacket.parts')}
      </ButtonLink>
    </li>
  )
}
