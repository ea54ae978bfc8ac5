import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { selectRealm } from '../../data/store/slice.ts'

/** The order button: side, coin and, in paper mode, that it is paper. */
export function useSubmitText({ base }: Pick<SpotSymbol, 'base'>): (side: Side) => string {
  const t = useMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  return (side) =>
    t(
      isPaper
        ? side === 'buy'
          ? 'spot.paperBuyBase'
          : 'spot.paperSellBase'
        : side === 'buy'
          ? 'spot.buyBase'
          : 'spot.sellBase',
      { base },
    )
}
