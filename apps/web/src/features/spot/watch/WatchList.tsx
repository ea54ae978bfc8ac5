import { Drawer } from '@x/ui/drawer'
import { useMessages } from '../../../lib/messages/messages.ts'
import PairList from '../strip/PairList.tsx'

/** All pairs, favourites first, in a drawer from the start side. */
export default function WatchList({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  return (
    <Drawer
      open
      onOpenChange={onClose}
      direction="ltr"
      size="min(380px, 90vw)"
      title={t('spot.watchList')}
      padded={false}
    >
      <PairList onChosen={onClose} withFavourites isWide />
    </Drawer>
  )
}
