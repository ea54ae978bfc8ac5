import { Drawer } from '@x/ui/drawer'
import { useMessages } from '../../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import PairList from '../strip/PairList.tsx'

/** All pairs, favourites first, in a drawer from the start side. */
export default function WatchList({
  symbols,
  onClose,
}: {
  symbols: readonly SpotSymbol[]
  onClose: () => void
}) {
  const t = useMessages()
  return (
    <Drawer
      open
      onClose={onClose}
      direction="ltr"
      size="min(380px, 90vw)"
      title={t('spot.watchList')}
      padded={false}
    >
      <PairList symbols={symbols} onChosen={onClose} withFavourites />
    </Drawer>
  )
}
