import { useTickers } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { Icon } from '@x/ui/icon'
import { Change, NumberText } from '@x/ui/number'
import { Popover } from '@x/ui/popover'
import { TextField } from '@x/ui/text-field'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useGo } from '../../../app/paths.ts'
import { useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import { type MarketRow, matching } from '../../home/marketRow.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import styles from './strip.module.css'

/** The pair's name; opens the list of pairs with their prices. */
export function PairSwitcher({ spec, symbols }: { spec: SpotSymbol; symbols: readonly SpotSymbol[] }) {
  const t = useMessages()
  const pair = `${spec.base}/${spec.quote}`
  return (
    <Popover
      label={t('spot.pairs')}
      padded={false}
      trigger={(props) => (
        <Button {...props} variant="ghost" className={styles['switcher']} aria-label={t('spot.switchPair', { pair })} endIcon={<Icon of={ChevronDown} />}>
          <bdi className={styles['pair']}>
            {spec.base}
            <span className={styles['quote']}>/{spec.quote}</span>
          </bdi>
        </Button>
      )}
    >
      {(close) => <PairList symbols={symbols} selected={spec.symbol} onChosen={close} />}
    </Popover>
  )
}

function PairList({ symbols, selected, onChosen }: { symbols: readonly SpotSymbol[]; selected: string; onChosen: () => void }) {
  const t = useMessages()
  const go = useGo()
  const { market } = useServices()
  const [query, setQuery] = useState('')
  const tickers = useTickers(market, symbols.map(({ symbol }) => symbol))
  const columns = usePairColumns()
  const rows: MarketRow[] = matching(symbols, query).map((spec) => ({ spec, ticker: tickers[spec.symbol], isFavourite: false }))
  return (
    <div className={styles['pairs']}>
      <TextField aria-label={t('spot.searchPair')} placeholder={t('spot.searchPair')} type="search" size="small" value={query} onChange={setQuery} className={styles['pairSearch']} />
      <DataTable
        label={t('spot.pairs')}
        columns={columns}
        rows={rows}
        rowKey={({ spec }) => spec.symbol}
        headerHeight={28}
        selectedKey={selected}
        empty={{ text: t('spot.noMatch') }}
        onRowPress={({ spec }) => {
          onChosen()
          go(`/spot/${spec.symbol}`)
        }}
      />
    </div>
  )
}

function usePairColumns(): readonly Column<MarketRow>[] {
  const t = useMessages()
  const numbers = useNumbers('trading')
  return useMemo(
    () => [
      {
        key: 'pair',
        header: t('spot.pair'),
        minWidth: 100,
        sort: { as: 'text', by: ({ spec }) => spec.symbol },
        cell: ({ spec }) => (
          <bdi>
            {spec.base}
            <span className={styles['quote']}>/{spec.quote}</span>
          </bdi>
        ),
      },
      {
        key: 'last',
        header: t('spot.last'),
        kind: 'number',
        minWidth: 100,
        sort: { as: 'decimal', by: ({ ticker }) => ticker?.last },
        cell: ({ ticker, spec }) => <NumberText>{numbers.number(ticker?.last, { digits: spec.pricePlace, purpose: 'price' })}</NumberText>,
      },
      {
        key: 'change',
        header: t('spot.change'),
        kind: 'number',
        minWidth: 90,
        sort: { as: 'decimal', by: ({ ticker }) => ticker?.changePercent },
        cell: ({ ticker }) => <Change value={ticker?.changePercent} text={numbers.percent(ticker?.changePercent, { unit: 'percent' })} />,
      },
    ],
    [t, numbers],
  )
}
