import { useCallback } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotOrder } from '../../data/spot/model.ts'
import type { LineLeg } from './orderLine.ts'

/**
 * What a line is called where several of one order may stand: its type, and which of its legs it
 * is.
 */
export function useLegName(): (
  order: Pick<SpotOrder, 'orderType' | 'triggers'>,
  leg: LineLeg,
) => string {
  const t = useMessages()
  return useCallback(
    ({ orderType, triggers = [] }, leg) => {
      switch (orderType) {
        case 'tp_sl':
          return leg === 'take_profit' || leg === 'stop_loss'
            ? t(`chart.leg.${leg}`)
            : t('spot.type.tp_sl')
        case 'oco':
          if (leg === 'limit') return `${t('spot.type.oco')} ${t('spot.limit')}`
          return `${t('spot.type.oco')} ${t(stopTypeOf(triggers[0]))}`
        case 'stop_limit':
        case 'stop_market':
        case 'trailing':
          return t(`spot.type.${orderType}`)
        default:
          return t('spot.limit')
      }
    },
    [t],
  )
}

const stopTypeOf = (trigger: NonNullable<SpotOrder['triggers']>[number] | undefined) =>
  trigger?.price ? 'spot.type.stop_limit' : 'spot.type.stop_market'
