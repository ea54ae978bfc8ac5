import { Button } from '@x/ui/button'
import type { RedPacket } from '../../data/redPackets/api.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useCopy } from '../../lib/copy/useCopy.ts'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { QrPicture } from '../qr/index.ts'
import styles from './redPackets.module.css'

/** The address that opens a packet, and a way to copy it. */
export function usePacketLink(code: string) {
  const t = useProductMessages()
  const to = useLocalePath()
  const { location } = useServices()
  const copy = useCopy()
  const link = new URL(to(`/redpacket/${code}`), location.href()).href
  return { link, copy: () => copy(link, { confirmation: t('redPacket.copied') }) }
}

/** The link of a packet, to be copied or scanned. */
export function PacketLink({ packet: { code } }: { readonly packet: Pick<RedPacket, 'code'> }) {
  const t = useProductMessages()
  const { link, copy } = usePacketLink(code)
  return (
    <div className={styles['link']} role="status">
      <p className={styles['lead']}>{t('redPacket.created')}</p>
      <QrPicture text={link} label={t('redPacket.qr')} />
      <a className={styles['address']} href={link} dir="ltr">
        {link}
      </a>
      <Button onClick={copy}>{t('redPacket.copy')}</Button>
    </div>
  )
}
