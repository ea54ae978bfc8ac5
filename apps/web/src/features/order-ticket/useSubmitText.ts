import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { selectRealm } from '../../data/store/slice.ts'
import type { SideTexts } from './ticketView.ts'

/**
 * The order button: side, coin and, in paper mode, that it is paper. `what` stands in the place of
 * the coin: the size of an order with its coin.
 */
export function useSubmitText({
  base,
}: Pick<SpotSymbol, 'base'>): (side: Side, what?: string) => string {
  const t = useMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  return (side, what = base) =>
    t(
      isPaper
        ? side === 'buy'
          ? 'spot.paperBuyBase'
          : 'spot.paperSellBase'
        : side === 'buy'
          ? 'spot.buyBase'
          : 'spot.sellBase',
      { base: what },
    )
}

/** The sides and the button of an order for a pair. */
export function useSpotSideTexts(spec: Pick<SpotSymbol, 'base'>): SideTexts {
  const t = useMessages()
  return { sides: { buy: t('spot.buy'), sell: t('spot.sell') }, submit: useSubmitText(spec) }
}
