import { useRedPacketUpdates } from '../../data/redPackets/api.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { ProductIntro } from '../../lib/product-page/ProductIntro.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { StepUpProvider } from '../account/index.ts'
import { ForUsers } from '../auth/index.ts'
import { ClaimPage } from './ClaimPage.tsx'
import { CreatePacket } from './CreatePacket.tsx'
import { PacketDetail } from './PacketDetail.tsx'
import { PacketLists } from './PacketLists.tsx'
import styles from './redPackets.module.css'

/** `/redpacket` for the sender, `/redpacket/:code` for who opens one, `/redpacket/detail/:id`. */
export function RedPacketPages() {
  const t = useProductMessages()
  useRedPacketUpdates()
  const [, , section, packetId] = usePagePath().split('/')
  const isDetail = section === 'detail' && Boolean(packetId)
  const part = isDetail ? t('redPacket.parts') : section ? t('redPacket.open') : undefined
  usePageTitle([part, t('product.redPacket')].filter((text) => text !== undefined).join(' · '))
  if (isDetail)
    return (
      <ForUsers>
        <PacketDetail packetId={packetId ?? ''} />
      </ForUsers>
    )
  if (section) return <ClaimPage code={section} />
  const intro = (
    <ProductIntro
      title={t('product.redPacket')}
      texts={[t('help.redPacket'), t('help.redPacketCheck')]}
    />
  )
  return (
    <ForUsers intro={intro}>
      <StepUpProvider>
        <div className={styles['page']}>
          <CreatePacket />
          <PacketLists />
        </div>
      </StepUpProvider>
    </ForUsers>
  )
}
