import { type Numbers, PriceText } from '@x/locale/react'
import { ButtonLink, IconButton } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { Icon } from '@x/ui/icon'
import { Change, NumberText } from '@x/ui/number'
import { Star } from 'lucide-react'
import { useMemo } from 'react'
import { ListPrice } from './ListPrice.tsx'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import styles from './markets.module.css'
import { type MarketRow, rangeShare } from './marketRow.ts'
import { Sparkline } from './Sparkline.tsx'
import type { Favourites } from './useFavourites.ts'

/** What a narrow table does without, in this order. */
const EXPENDABLE = ['trade', 'low', 'high', 'range', 'volume', 'trend']

interface MarketColumnContext {
  readonly t: ReturnType<typeof usePageMessages>
  readonly to: ReturnType<typeof useLocalePath>
  readonly numbers: Numbers
  readonly favourites: Favourites
  readonly isNarrow: boolean
}

type MarketColumn = (context: MarketColumnContext) => Column<MarketRow>

const price = (text: string | undefined, { spec }: MarketRow) => (
  <PriceText value={text} digits={spec.pricePlace} />
)

function PairName({
  row: { spec, isFavourite },
  context: { t, to, favourites, isNarrow },
}: {
  readonly row: MarketRow
  readonly context: MarketColumnContext
}) {
  return (
    <span className={styles['pair']}>
      <IconButton
        size="mini"
        aria-pressed={isFavourite}
        icon={<Icon of={Star} size={14} className={isFavourite ? styles['starred'] : undefined} />}
        label={t(isFavourite ? 'home.unstar' : 'home.star', { pair: spec.symbol })}
        onClick={(event) => {
          event.stopPropagation()
          favourites.toggle(spec.symbol)
        }}
      />
      {/* A phone has no space for it beside the trend. */}
      {!isNarrow && <CoinIcon asset={spec.base} />}
      <Link to={to(`/spot/${spec.symbol}`)} className={styles['name']}>
        {/* The pair alone runs left to right: the star before it stays in its column. */}
        <bdi dir="ltr">
          {spec.base}
          <span className={styles['quote']}>/{spec.quote}</span>
        </bdi>
      </Link>
    </span>
  )
}

const dayPriceColumn =
  (key: 'high' | 'low'): MarketColumn =>
  ({ t }) => ({
    key,
    header: t(`home.${key}`),
    kind: 'number',
    minWidth: 90,
    sort: { as: 'decimal', by: ({ ticker }) => ticker?.[`${key}24h`] },
    cell: (row) => <NumberText>{price(row.ticker?.[`${key}24h`], row)}</NumberText>,
  })

/** The columns of the market table, as they are read. */
const MARKET_COLUMNS: readonly MarketColumn[] = [
  (context) => ({
    key: 'pair',
    header: context.t('home.pair'),
    minWidth: context.isNarrow ? 122 : 156,
    sort: { as: 'text', by: ({ spec }) => spec.symbol },
    cell: (row) => <PairName row={row} context={context} />,
  }),
  ({ t, isNarrow }) => ({
    key: 'last',
    header: t('home.last'),
    kind: 'number',
    minWidth: isNarrow ? 91 : 92,
    sort: { as: 'decimal', by: ({ ticker }) => ticker?.last },
    cell: ({ spec, ticker }) => (
      <ListPrice symbol={spec.symbol} last={ticker?.last} digits={spec.pricePlace} />
    ),
  }),
  ({ t, numbers, isNarrow }) => ({
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
  }),
  ({ t, isNarrow }) => ({
    key: 'trend',
    // A phone has no space for its name, and sorts by the change itself.
    header: isNarrow ? '' : t('home.trend'),
    label: t('home.trend'),
    kind: 'number',
    minWidth: isNarrow ? 70 : 96,
    ...(isNarrow
      ? {}
      : { sort: { as: 'decimal', by: ({ ticker }: MarketRow) => ticker?.changePercent } }),
    cell: ({ spec, ticker }) => <Sparkline symbol={spec.symbol} change={ticker?.changePercent} />,
  }),
  dayPriceColumn('low'),
  ({ t }) => ({
    key: 'range',
    header: t('markets.range'),
    kind: 'number',
    minWidth: 110,
    sort: { as: 'decimal', by: ({ ticker }) => rangeShare(ticker) },
    cell: ({ ticker }) => <RangeBar share={rangeShare(ticker)} />,
  }),
  dayPriceColumn('high'),
  ({ t, numbers }) => ({
    key: 'volume',
    header: t('home.volume', { unit: 'USDT' }),
    kind: 'number',
    minWidth: 140,
    sort: { as: 'decimal', by: ({ ticker }) => ticker?.volumeQuote },
    cell: ({ ticker }) => (
      <NumberText full={ticker?.volumeQuote}>{numbers.compact(ticker?.volumeQuote)}</NumberText>
    ),
  }),
  ({ t, to }) => ({
    key: 'trade',
    header: '',
    label: t('shell.trade'),
    kind: 'number',
    minWidth: 96,
    cell: ({ spec }) => (
      <ButtonLink
        size="mini"
        render={(props) => (
          <Link
            {...props}
            to={to(`/spot/${spec.symbol}`)}
            aria-label={`${t('shell.trade')} ${spec.base}/${spec.quote}`}
          />
        )}
      >
        {t('shell.trade')}
      </ButtonLink>
    ),
  }),
]

/** Low at the start, high at the end, the last price marked; the figures are next to it. */
function RangeBar({ share }: { readonly share: string | undefined }) {
  return (
    <span className={styles['range']} dir="ltr" aria-hidden="true">
      {share === undefined ? null : (
        <span className={styles['rangeMark']} style={{ insetInlineStart: `${share}%` }} />
      )}
    </span>
  )
}

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
    const context = { t, to, numbers, favourites, isNarrow }
    const all = MARKET_COLUMNS.map((column) => column(context))
    return fitColumns(all, { width, expendable: EXPENDABLE })
  }, [t, to, numbers, favourites, isNarrow, width])
}
