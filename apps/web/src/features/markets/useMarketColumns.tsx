import { type Numbers, PriceText } from '@x/locale/react'
import { IconButton } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { Icon } from '@x/ui/icon'
import { Change, LiveNumber, NumberText } from '@x/ui/number'
import { Star } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import styles from './home.module.css'
import type { MarketRow } from './marketRow.ts'
import { Sparkline } from './Sparkline.tsx'
import type { Favourites } from './useFavourites.ts'

/** What a narrow table does without, in this order. */
const EXPENDABLE = ['low', 'high', 'volume', 'trend']

export function useMarketColumns({
  numbers,
  favourites,
  isNarrow,
  width,
}: {
  numbers: Numbers
  favourites: Favourites
  isNarrow: boolean
  width: number | undefined
}): readonly Column<MarketRow>[] {
  const t = usePageMessages()
  const to = useLocalePath()
  return useMemo(() => {
    const price = (text: string | undefined, { spec }: MarketRow) => (
      <PriceText value={text} digits={spec.pricePlace} />
    )
    const all: readonly Column<MarketRow>[] = [
      {
        key: 'pair',
        header: t('home.pair'),
        minWidth: isNarrow ? 122 : 126,
        sort: { as: 'text', by: ({ spec }) => spec.symbol },
        cell: ({ spec, isFavourite }) => (
          <span className={styles['pair']}>
            <IconButton
              size="mini"
              aria-pressed={isFavourite}
              icon={
                <Icon of={Star} size={14} className={isFavourite ? styles['starred'] : undefined} />
              }
              label={t(isFavourite ? 'home.unstar' : 'home.star', { pair: spec.symbol })}
              onClick={(event) => {
                event.stopPropagation()
                favourites.toggle(spec.symbol)
              }}
            />
            <Link to={to(`/spot/${spec.symbol}`)} className={styles['name']}>
              {/* The pair alone runs left to right: the star before it stays in its column. */}
              <bdi dir="ltr">
                {spec.base}
                <span className={styles['quote']}>/{spec.quote}</span>
              </bdi>
            </Link>
          </span>
        ),
      },
      {
        key: 'last',
        header: t('home.last'),
        kind: 'number',
        minWidth: isNarrow ? 91 : 92,
        sort: { as: 'decimal', by: ({ ticker }) => ticker?.last },
        cell: (row) =>
          row.ticker ? (
            <LiveNumber value={row.ticker.last}>{price(row.ticker.last, row)}</LiveNumber>
          ) : (
            <NumberText>--</NumberText>
          ),
      },
      {
        key: 'change',
        header: isNarrow ? t('spot.change') : t('home.change'),
        kind: 'number',
        minWidth: isNarrow ? 91 : 92,
        sort: { as: 'decimal', by: ({ ticker }) => ticker?.changePercent },
        cell: ({ ticker }) => (
          <Change
            value={ticker?.changePercent}
            text={numbers.percent(ticker?.changePercent, { unit: 'percent', signs: 'always' })}
          />
        ),
      },
      // A phone has no space for its name.
      {
        key: 'trend',
        header: isNarrow ? '' : t('home.trend'),
        label: t('home.trend'),
        kind: 'number',
        minWidth: isNarrow ? 70 : 96,
        cell: ({ spec }) => <Sparkline symbol={spec.symbol} />,
      },
      {
        key: 'high',
        header: t('home.high'),
        kind: 'number',
        minWidth: 90,
        cell: (row) => <NumberText>{price(row.ticker?.high24h, row)}</NumberText>,
      },
      {
        key: 'low',
        header: t('home.low'),
        kind: 'number',
        minWidth: 90,
        cell: (row) => <NumberText>{price(row.ticker?.low24h, row)}</NumberText>,
      },
      {
        key: 'volume',
        header: t('home.volume', { unit: 'USDT' }),
        kind: 'number',
        minWidth: 140,
        sort: { as: 'decimal', by: ({ ticker }) => ticker?.volumeQuote },
        cell: ({ ticker }) => (
          <NumberText full={ticker?.volumeQuote}>{numbers.compact(ticker?.volumeQuote)}</NumberText>
        ),
      },
    ]
    return fitColumns(all, { width, expendable: EXPENDABLE })
  }, [t, to, numbers, favourites, isNarrow, width])
}
