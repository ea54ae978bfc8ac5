import { MultiSelect } from '@x/ui/multi-select'
import { Select } from '@x/ui/select'
import type { RecordKind } from '../../data/history/pageRequest.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { DateFilter } from './DateFilter.tsx'
import {
  FIELDS,
  type FilterField,
  ORDER_TYPES,
  PAST_STATUSES,
  type RecordFilter,
} from './filter.ts'
import styles from './records.module.css'

interface RecordFiltersProps {
  readonly kind: RecordKind
  readonly seasons: readonly number[]
  readonly filter: RecordFilter
  readonly onChange: (filter: RecordFilter) => void
}

const ALL = 'all'

/** What a list of orders or fills can be narrowed by. */
export function RecordFilters({ kind, seasons, filter, onChange }: RecordFiltersProps) {
  const t = usePageMessages()
  const { from, to, ...rest } = filter
  const set = (field: FilterField, value: string | null) => {
    const { [field]: _before, ...others } = filter
    onChange(
      value === null || value === '' || value === ALL ? others : { ...others, [field]: value },
    )
  }
  const choices = useChoices(seasons)
  const fields: readonly FilterField[] = FIELDS[kind]
  const single = (['side', 'type', 'status', 'season'] as const).filter(
    (field) => fields.includes(field) && (field !== 'season' || seasons.length > 0),
  )
  return (
    <>
      <DateFilter
        value={from !== undefined && to !== undefined ? { start: from, end: to } : null}
        onChange={(next) => onChange(next ? { ...rest, from: next.start, to: next.end } : rest)}
      />
      <MultiSelect
        size="small"
        filterable
        clearable
        label={t('orders.pair')}
        placeholder={t('records.all')}
        className={styles['pairs']}
        options={choices.symbol.options}
        value={filter.symbol?.split(',') ?? NONE}
        onChange={(symbols) => set('symbol', symbols.join(','))}
      />
      {single.map((field) => (
        <Select
          key={field}
          size="small"
          label={choices[field].label}
          options={[{ value: ALL, label: t('records.all') }, ...choices[field].options]}
          value={filter[field] ?? ALL}
          onChange={(value) => set(field, value)}
          className={styles['filter']}
        />
      ))}
    </>
  )
}

const NONE: readonly never[] = []

/** What each filter offers besides all. */
function useChoices(seasons: readonly number[]) {
  const symbols = useSymbols()
  const t = usePageMessages()
  const typeName = (type: (typeof ORDER_TYPES)[number]) =>
    type === 'limit' || type === 'market' ? t(`spot.${type}`) : t(`spot.type.${type}`)
  return {
    symbol: {
      label: t('orders.pair'),
      options: symbols.map(({ symbol, base, quote }) => ({
        value: symbol,
        label: `${base}/${quote}`,
      })),
    },
    side: {
      label: t('orders.side'),
      options: (['buy', 'sell'] as const).map((key) => ({ value: key, label: t(`spot.${key}`) })),
    },
    type: {
      label: t('orders.type'),
      options: ORDER_TYPES.map((key) => ({ value: key, label: typeName(key) })),
    },
    status: {
      label: t('orders.status'),
      options: PAST_STATUSES.map((key) => ({ value: key, label: t(`orders.status.${key}`) })),
    },
    season: {
      label: t('records.season'),
      options: seasons.map((season) => ({ value: String(season), label: String(season) })),
    },
  } as const
}
