import type { CandlePrice } from '@x/market'
import { SegmentedControl } from '@x/ui/segmented-control'
import { useChartMessages, useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './chart.module.css'
import { type ChartInterval, partsOf } from './intervals.ts'
import type { ChartChoices } from './useChartChoice.ts'

const PRICES: readonly CandlePrice[] = ['last', 'mark', 'index']

interface CandlePriceChoiceProps extends Pick<ChartChoices, 'choice' | 'change'> {
  readonly interval: ChartInterval
}

/** Which price of a contract the candles have; below a minute there are those of trades alone. */
export function CandlePriceChoice({ choice, change, interval }: CandlePriceChoiceProps) {
  const t = useChartMessages()
  const names = useFuturesMessages()
  const isOfTrades = partsOf(interval).unit === 's'
  return (
    <div className={styles['setting']}>
      <span>{t('chart.candlePrice')}</span>
      <SegmentedControl
        aria-label={t('chart.candlePrice')}
        size="small"
        block
        value={isOfTrades ? 'last' : (choice.price ?? 'last')}
        onChange={(next) => change({ price: next === 'last' ? undefined : next })}
        segments={PRICES.map((price) => ({
          value: price,
          label: names(`positions.${price}`),
          disabled: isOfTrades,
        }))}
      />
    </div>
  )
}
