import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { sizeUnitOf } from '../../../data/spot/model.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { EstimateLine } from '../EstimateLine.tsx'
import styles from '../orderTicket.module.css'
import type { FuturesFigures } from './figures.ts'
import type { FuturesTypes } from './futuresTypes.ts'
import { marginDigits } from './marginDigits.ts'

/** Per cent from which the margin ratio after the order is marked. */
const NOTABLE_RATIO = 80

/** Cost, maximum and liquidation price of an order; the lines are always there. */
export function FuturesEstimates({
  spec,
  figures,
  most,
}: {
  readonly spec: FuturesTypes['spec']
  readonly figures: FuturesFigures
  readonly most: string | undefined
}) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const price = (value: string | null | undefined) =>
    numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })
  const margin = (value: string | undefined) => (
    <NumberText full={value} unit={spec.marginCoin}>
      {numbers.number(value, { digits: marginDigits(spec) })}
    </NumberText>
  )
  const { before, after, ratio, isLiquidating, isThin } = figures
  const isNotable = isLiquidating || Number(ratio ?? 0) >= NOTABLE_RATIO
  return (
    <dl className={styles['estimates']}>
      <EstimateLine name={t('contract.max')}>
        <NumberText full={most} unit={sizeUnitOf(spec)}>
          {numbers.number(most, { digits: spec.quantityPlace })}
        </NumberText>
      </EstimateLine>
      <EstimateLine name={t('positions.value')}>
        <NumberText full={figures.value} unit={spec.quote}>
          {numbers.number(figures.value, { digits: 2 })}
        </NumberText>
      </EstimateLine>
      <EstimateLine name={t('contract.cost')}>{margin(figures.cost)}</EstimateLine>
      <EstimateLine name={t('spot.fee')}>{margin(figures.fee)}</EstimateLine>
      <EstimateLine name={t('positions.liquidation')}>
        <NumberText tone={isLiquidating ? 'warning' : undefined}>
          {after === undefined ? '--' : `${price(before)} → ${price(after)}`}
        </NumberText>
      </EstimateLine>
      <EstimateLine name={t('positions.ratio')}>
        <NumberText tone={isNotable ? 'warning' : undefined}>
          {numbers.percent(ratio, { unit: 'percent' })}
        </NumberText>
      </EstimateLine>
      {isThin ? <p className={styles['warning']}>{t('spot.bookTooThin')}</p> : null}
    </dl>
  )
}
