import { type Numbers, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { termsOf } from './amendment.ts'
import styles from './orders.module.css'
import { TriggerCell } from './TriggerCell.tsx'

/** Take profit and stop loss of an order, or the stop of an OCO. */
export function ExitsCell({
  order,
  spec,
}: {
  readonly order: SpotOrder
  readonly spec: SpotSymbol | undefined
}) {
  const numbers = useNumbers('trading')
  if (order.orderType === 'oco') return <TriggerCell order={order} spec={spec} />
  const { takeProfitTriggerPrice: profit, stopLossTriggerPrice: loss } = termsOf(order)
  if (!profit && !loss) return <NumberText tone="muted">--</NumberText>
  return (
    <NumberText>
      <span className={styles['profit']}>{priceText(profit, { numbers, spec })}</span>
      {' / '}
      <span className={styles['loss']}>{priceText(loss, { numbers, spec })}</span>
    </NumberText>
  )
}

const priceText = (
  price: string,
  { numbers, spec }: { readonly numbers: Numbers; readonly spec: SpotSymbol | undefined },
): string =>
  price ? numbers.number(price, { digits: spec?.pricePlace ?? 8, purpose: 'price' }) : '--'
