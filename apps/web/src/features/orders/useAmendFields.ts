import { useMessages } from '../../lib/messages/messages.ts'
import type { AmendField } from '../../data/spot/model.ts'
import { sizeUnitOf, type SpotOrder, type SpotSymbol } from '../../data/spot/model.ts'

export interface AmendFieldFacts {
  readonly label: string
  readonly decimals: number
  readonly step: string
  readonly unit: string
  /** What holds while the field is empty. */
  readonly placeholder?: string
}

/**
 * How each field of an amendment is named and written: as in the order form, an amount of quote as
 * finely as a price times a size can be.
 */
export function useAmendFields(
  { orderType, sizeUnit }: SpotOrder,
  spec: SpotSymbol,
): Readonly<Record<AmendField, AmendFieldFacts>> {
  const t = useMessages()
  const isTrailing = orderType === 'trailing'
  const price = (label: string) => ({
    label,
    decimals: spec.pricePlace,
    step: spec.tickSize,
    unit: spec.quote,
  })
  const limit = (label: string) => ({ ...price(label), placeholder: t('spot.market') })
  return {
    price: price(orderType === 'oco' ? t('spot.limitPrice') : t('spot.price')),
    triggerPrice: {
      ...price(isTrailing ? t('spot.activationPrice') : t('spot.triggerPrice')),
      ...(isTrailing ? { placeholder: t('spot.atOnce') } : {}),
    },
    stopPrice: limit(t('spot.stopPrice')),
    callbackRate: { label: t('spot.callbackRate'), decimals: 2, step: '0.1', unit: '%' },
    takeProfitTriggerPrice: price(t('spot.takeProfit')),
    takeProfitPrice: limit(t('spot.exitLimit')),
    stopLossTriggerPrice: price(t('spot.stopLoss')),
    stopLossPrice: limit(t('spot.exitLimit')),
    size:
      sizeUnit === 'base'
        ? {
            label: t('spot.amount'),
            decimals: spec.quantityPlace,
            step: spec.stepSize,
            unit: sizeUnitOf(spec),
          }
        : {
            label: t('spot.total'),
            decimals: spec.pricePlace + spec.quantityPlace,
            step: spec.tickSize,
            unit: spec.quote,
          },
  }
}
