import { useTickers } from '@x/market/react'
import { type Numbers, useNumbers } from '@x/locale/react'
import { IconButton } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { Icon } from '@x/ui/icon'
import { Change } from '@x/ui/number'
import { SearchBox } from '@x/ui/search-box'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Star } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useGo } from '../../../lib/router/paths.ts'
import { CoinIcon } from '../../../lib/coins/CoinIcon.tsx'
import { PageTexts } from '../../../lib/lazy/PageTexts.tsx'
import { useMarket } from '../../../data/market/useMarket.ts'
import { usePageMessages } from '../../../lib/messages/messages.ts'
import {
  type Favourites,
  ListPrice,
  type MarketRow,
  matching,
  symbolOf,
  useFavourites,
} from '../../markets/index.ts'
import { PHONE, useMedia } from '../../../lib/media/useMedia.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { focusSwitcher } from './focusSwitcher.ts'
import { PairFacts } from './PairFacts.tsx'
import styles from './strip.module.css'
import {
  type Contract,
  type FuturesProduct,
  useContracts,
} from '../../../data/futures/contracts.ts'
import { useSymbols } from '../../../data/symbols/hooks.ts'

export interface PairListProps {
  readonly selected?: string
  readonly onChosen: () => void
  /** With the trader's own choice of pairs, and the stars to make it. */
  readonly withFavourites?: boolean
  /** As wide and as high as its box. */
  readonly isWide?: boolean
  /** Beside the terminal: narrow, and it takes no focus. */
  readonly isDocked?: boolean
}

/** Pairs with their prices, searched; a press leads to one. */
export default function PairList(props: PairListProps) {
  return (
    <PageTexts>
      <Pairs {...props} />
    </PageTexts>
  )
}

function Pairs({
  selected,
  onChosen,
  withFavourites = false,
  isWide = false,
  isDocked = false,
}: PairListProps) {
  const t = usePageMessages()
  const go = useGo()
  const { clock } = useServices()
  const box = useRef<HTMLDivElement>(null)
  const isPhone = useMedia(PHONE)
  // The search field takes the focus; on a phone that would put the keyboard over
  // it.
  useEffect(() => {
    if (!isPhone && !isDocked) box.current?.querySelector('input')?.focus()
  }, [isPhone, isDocked])
  const list = usePairRows(productOf(selected))
  const { rows, query, only } = list
  const columns = usePairColumns({
    favourites: withFavourites ? list.favourites : undefined,
    isDocked,
    selected,
  })
  const choose = ({ symbol, base, quote }: SpotSymbol) => {
    onChosen()
    if (symbol !== selected)
      focusSwitcher(t('spot.switchPair', { pair: `${base}/${quote}` }), { clock })
    go(symbol.includes('/') ? `/futures/${symbol}` : `/spot/${symbol}`)
  }
  const onKeyDown = (event: KeyboardEvent) =>
    onSearchKey(event, { box, firstOf: (text) => list.shown(text)[0], choose })
  return (
    // The keys of the search box bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      onKeyDown={onKeyDown}
      className={styles['pairs']}
      data-wide={isWide || isDocked || undefined}
    >
      <SearchBox
        aria-label={t('spot.searchPair')}
        placeholder={t('spot.searchPair')}
        size="small"
        onSearch={list.setQuery}
        results={rows.length}
        className={styles['pairSearch']}
      />
      <ProductChoice product={list.product} onProduct={list.setProduct} />
      {withFavourites ? <PairFilter only={only} onOnly={list.setOnly} /> : null}
      <DataTable
        label={t('spot.pairs')}
        columns={columns}
        rows={rows}
        rowKey={({ spec }) => spec.symbol}
        headerHeight={28}
        {...(selected === undefined ? {} : { selectedKey: selected })}
        empty={{
          text: only === 'favourites' && query === '' ? t('spot.noFavourites') : t('spot.noMatch'),
        }}
        onRowPress={({ spec }) => choose(spec)}
      />
      {isDocked ? null : <FactsOf symbol={selected} />}
    </div>
  )
}

/** The rules of a pair of spot; a contract has its own elsewhere. */
function FactsOf({ symbol }: { readonly symbol: string | undefined }) {
  const spec = useSymbols().find((each) => each.symbol === symbol)
  return spec ? <PairFacts spec={spec} /> : null
}

type PairChoice = 'all' | 'favourites'
type PairProduct = 'spot' | FuturesProduct

const NO_CONTRACTS: readonly Contract[] = []

/** The product of a key: contracts are `usdt/BTCUSDT`. */
const productOf = (symbol = ''): PairProduct =>
  symbol.startsWith('usdt/') ? 'usdt' : symbol.startsWith('coin/') ? 'coin' : 'spot'

function ProductChoice({
  product,
  onProduct,
}: {
  readonly product: PairProduct
  readonly onProduct: (product: PairProduct) => void
}) {
  const t = usePageMessages()
  return (
    <SegmentedControl
      aria-label={t('spot.pairs')}
      size="mini"
      block
      className={styles['pairFilter']}
      value={product}
      onChange={onProduct}
      segments={[
        { value: 'spot', label: t('shell.spot') },
        { value: 'usdt', label: t('spot.usdtFutures') },
        { value: 'coin', label: t('spot.coinFutures') },
      ]}
    />
  )
}

/** The pairs that match the search and the choice, with their prices. */
function usePairRows(shownFirst: PairProduct) {
  const [product, setProduct] = useState(shownFirst)
  const pairs = useSymbols()
  const { data: contracts = NO_CONTRACTS } = useContracts()
  const symbols: readonly SpotSymbol[] =
    product === 'spot' ? pairs : contracts.filter((each) => each.product === product)
  const market = useMarket()
  const favourites = useFavourites()
  const [query, setQuery] = useState('')
  const [only, setOnly] = useState<PairChoice>('all')
  const tickers = useTickers(
    market,
    symbols.map(({ symbol }) => symbol),
  )
  const shown = (text: string) =>
    matching(symbols, text).filter(({ symbol }) => only === 'all' || favourites.has(symbol))
  const rows: MarketRow[] = shown(query).map((spec) => ({
    spec,
    ticker: tickers[spec.symbol],
    isFavourite: favourites.has(spec.symbol),
  }))
  return { rows, shown, favourites, query, setQuery, only, setOnly, product, setProduct }
}

/** From the search field an arrow leads into the list, and Enter to the first pair. */
function onSearchKey(
  event: KeyboardEvent,
  {
    box,
    firstOf,
    choose,
  }: {
    readonly box: RefObject<HTMLElement | null>
    readonly firstOf: (text: string) => SpotSymbol | undefined
    readonly choose: (spec: SpotSymbol) => void
  },
): void {
  const { key, target, nativeEvent } = event
  // Safari marks the Enter that ends a composition by this number only.
  if (
    nativeEvent.isComposing ||
    nativeEvent.keyCode === 229 ||
    !(target instanceof HTMLInputElement) ||
    target.type !== 'search'
  )
    return
  if (key === 'ArrowDown') {
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('[data-row]')?.focus()
  }
  if (key !== 'Enter' || symbolOf(target.value) === '') return
  const first = firstOf(target.value)
  if (first) choose(first)
}

function PairFilter({
  only,
  onOnly,
}: {
  readonly only: PairChoice
  readonly onOnly: (only: PairChoice) => void
}) {
  const t = usePageMessages()
  return (
    <SegmentedControl
      aria-label={t('spot.watchList')}
      size="mini"
      block
      className={styles['pairFilter']}
      value={only}
      onChange={onOnly}
      segments={[
        { value: 'all', label: t('spot.allPairs') },
        { value: 'favourites', label: t('spot.favourites') },
      ]}
    />
  )
}

interface PairColumnContext {
  readonly t: ReturnType<typeof usePageMessages>
  readonly numbers: Numbers
  readonly isDocked: boolean
  readonly selected: string | undefined
}

/** Widths of the columns beside the terminal: together those of the list. */
const DOCKED_WIDTHS: Readonly<Record<string, number>> = {
  star: 28,
  pair: 100,
  last: 76,
  change: 70,
}

/** The columns of the pairs, as they are read. */
const PAIR_COLUMNS: readonly ((context: PairColumnContext) => Column<MarketRow>)[] = [
  ({ t, isDocked }) => ({
    key: 'pair',
    header: t('spot.pair'),
    minWidth: 100,
    sort: { as: 'text', by: ({ spec }) => spec.symbol },
    cell: ({ spec }) => (
      <span className={styles['name']}>
        <CoinIcon asset={spec.base} size={isDocked ? 14 : 16} />
        <bdi>
          {spec.base}
          <span className={styles['quote']}>/{spec.quote}</span>
        </bdi>
      </span>
    ),
  }),
  ({ t, selected }) => ({
    key: 'last',
    header: t('spot.last'),
    kind: 'number',
    minWidth: 100,
    sort: { as: 'decimal', by: ({ ticker }) => ticker?.last },
    cell: ({ ticker, spec }) => (
      <ListPrice
        symbol={spec.symbol}
        last={ticker?.last}
        digits={spec.pricePlace}
        isOpen={spec.symbol === selected}
      />
    ),
  }),
  ({ t, numbers }) => ({
    key: 'change',
    header: t('spot.change'),
    kind: 'number',
    minWidth: 90,
    sort: { as: 'decimal', by: ({ ticker }) => ticker?.changePercent },
    cell: ({ ticker }) => (
      <Change
        value={ticker?.changePercent}
        text={numbers.percent(ticker?.changePercent, { unit: 'percent' })}
      />
    ),
  }),
]

function usePairColumns({
  favourites,
  isDocked,
  selected,
}: {
  readonly favourites: Favourites | undefined
  readonly isDocked: boolean
  readonly selected: string | undefined
}): readonly Column<MarketRow>[] {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  return useMemo(() => {
    const star: Column<MarketRow> = {
      key: 'star',
      header: '',
      label: t('spot.favourites'),
      width: 44,
      cell: ({ spec, isFavourite }) => (
        <IconButton
          size="mini"
          aria-pressed={isFavourite}
          className={styles['star']}
          icon={<Icon of={Star} size={14} />}
          label={t('spot.favourite', { pair: `${spec.base}/${spec.quote}` })}
          onClick={(event) => {
            event.stopPropagation()
            favourites?.toggle(spec.symbol)
          }}
        />
      ),
    }
    const columns = [
      ...(favourites ? [star] : []),
      ...PAIR_COLUMNS.map((column) => column({ t, numbers, isDocked, selected })),
    ]
    if (!isDocked) return columns
    return columns.map((column) => ({ ...column, width: DOCKED_WIDTHS[column.key] ?? 80 }))
  }, [t, numbers, favourites, isDocked, selected])
}
