import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { useOrdersProduct } from './ordersProduct.ts'

/** What an order waits for: each trigger with the direction in which the price must reach it. */
export function TriggerCell({
  order: { triggers = [] },
  spec,
}: {
  order: SpotOrder
  spec: SpotSymbol | undefined
}) {
  const t = useMessages()
  const names = useOrdersProduct().useTriggerNames()
  const numbers = useNumbers('trading')
  const price = (value: string | null) =>
    numbers.number(value, { digits: spec?.pricePlace ?? 8, purpose: 'price' })
  const texts = triggers.map(
    ({ triggerPrice, triggerBy, activationPrice, direction, callbackRate }) => {
      const name = names[triggerBy ?? 'last']
      const mark = name === undefined ? '' : `${name} `
      const sign = direction === 'rises' ? '≥' : '≤'
      const rate = numbers.percent(callbackRate, { unit: 'percent', trim: true })
      const at = `${mark}${sign} ${price(triggerPrice ?? activationPrice ?? null)}`
      return callbackRate === undefined
        ? at
        : triggerPrice === null
          ? `${t('spot.activationPrice')} ${price(activationPrice ?? null)} · ${rate}`
          : `${at} · ${rate}`
    },
  )
  return <NumberText>{texts.length === 0 ? '--' : texts.join(' / ')}</NumberText>
}
