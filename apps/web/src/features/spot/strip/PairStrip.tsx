import { useTicker } from '@x/market/react'
import { PriceText, useNumbers } from '@x/locale/react'
import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Change, NumberText } from '@x/ui/number'
import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMarket } from '../../../data/market/useMarket.ts'
import { useLastTick } from '../../../data/market/useLastTick.ts'
import { TickPrice } from '../../../lib/amounts/TickPrice.tsx'
import { useMessages } from '../../../lib/messages/messages.ts'
import { SLOW_UPDATES } from '../../../lib/updateIntervals.ts'
import { sizeUnitOf, type SpotSymbol } from '../../../data/spot/model.ts'
import { DataLight } from './DataLight.tsx'
import { PairSwitcher } from './PairSwitcher.tsx'
import styles from './strip.module.css'

export interface PairStripProps {
  readonly spec: SpotSymbol
  /** Opens the watch list; without it the switcher alone leads to other pairs. */
  readonly onWatchList?: () => void
  readonly menu?: ReactNode
  /** Figures of another product before those of the day. */
  readonly figures?: ReactNode
}

/** The pair and its day in figures. */
export function PairStrip({ spec, onWatchList, menu, figures }: PairStripProps) {
  const t = useMessages()
  return (
    <div className={styles['strip']}>
      <div className={styles['top']}>
        {onWatchList ? (
          <IconButton
            size="small"
            icon={<Icon of={PanelLeft} />}
            label={t('spot.watchList')}
            onClick={onWatchList}
          />
        ) : null}
        <PairSwitcher spec={spec} />
        <LastPrice spec={spec} />
        <DataLight symbol={spec.symbol} />
        {menu}
      </div>
      <DayFigures spec={spec}>{figures}</DayFigures>
    </div>
  )
}

function LastPrice({ spec }: { spec: SpotSymbol }) {
  const market = useMarket()
  const { price, direction } = useLastTick(spec.symbol)
  const change = useTicker(market, spec.symbol, SLOW_UPDATES)?.changePercent
  const numbers = useNumbers('trading')
  return (
    <div className={styles['last']} data-tone={direction}>
      <TickPrice
        value={price}
        text={numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })}
      />
      <span className={styles['changeBeside']}>
        <Change value={change} text={numbers.percent(change, { unit: 'percent' })} />
      </span>
    </div>
  )
}

function DayFigures({ spec, children }: { spec: SpotSymbol; children: ReactNode }) {
  const t = useMessages()
  const market = useMarket()
  const ticker = useTicker(market, spec.symbol, SLOW_UPDATES)
  const numbers = useNumbers('trading')
  const price = (value: string | undefined) => <PriceText value={value} digits={spec.pricePlace} />
  return (
    <dl className={styles['figures']}>
      <Figure name={t('spot.change')}>
        <Change
          value={ticker?.changePercent}
          text={numbers.percent(ticker?.changePercent, { unit: 'percent' })}
        />
      </Figure>
      {children}
      <Figure name={t('spot.high')}>
        <NumberText>{price(ticker?.high24h)}</NumberText>
      </Figure>
      <Figure name={t('spot.low')}>
        <NumberText>{price(ticker?.low24h)}</NumberText>
      </Figure>
      <Figure name={t('spot.volumeOf', { unit: sizeUnitOf(spec) })}>
        <NumberText full={ticker?.volumeBase}>{numbers.compact(ticker?.volumeBase)}</NumberText>
      </Figure>
      <Figure name={t('home.volume', { unit: spec.quote })}>
        <NumberText full={ticker?.volumeQuote}>{numbers.compact(ticker?.volumeQuote)}</NumberText>
      </Figure>
    </dl>
  )
}

/** A figure under its name, in the strip. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['figure']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
