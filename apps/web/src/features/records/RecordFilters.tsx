import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { RecordKind } from '../../data/history/pageRequest.ts'
import {
  FIELDS,
  type FilterField,
  isNarrowed,
  ORDER_TYPES,
  PAST_STATUSES,
  type RecordFilter,
} from './filter.ts'
import { RecordDates } from './RecordDates.tsx'
import styles from './records.module.css'
import { useSymbols } from '../../data/symbols/hooks.ts'

interface RecordFiltersProps {
  readonly kind: RecordKind
  readonly seasons: readonly number[]
  readonly filter: RecordFilter
  readonly onChange: (filter: RecordFilter) => void
  readonly onExport: () => void
  readonly isExporting: boolean
}

const ALL = 'all'

export function RecordFilters({
  kind,
  seasons,
  filter,
  onChange,
  onExport,
  isExporting,
}: RecordFiltersProps) {
  const t = usePageMessages()
  const set = (field: FilterField, value: string | null) => {
    const { [field]: _before, ...rest } = filter
    onChange(value === null || value === '' || value === ALL ? rest : { ...rest, [field]: value })
  }
  const choices = useChoices(seasons)
  return (
    <div className={styles['filters']}>
      {FIELDS[kind].map((field) =>
        field === 'to' || (field === 'season' && seasons.length === 0) ? null : field === 'from' ? (
          <RecordDates key="dates" filter={filter} onChange={onChange} />
        ) : (
          <Select
            key={field}
            size="small"
            label={choices[field].label}
            options={[{ value: ALL, label: t('records.all') }, ...choices[field].options]}
            value={filter[field] ?? ALL}
            onChange={(value) => set(field, value)}
            className={styles['filter']}
          />
        ),
      )}
      <span className={styles['verbs']}>
        {isNarrowed(filter, kind) ? (
          <Button size="small" variant="ghost" onClick={() => onChange({})}>
            {t('records.clear')}
          </Button>
        ) : null}
        <Button size="small" loading={isExporting} onClick={onExport}>
          {t('records.csv')}
        </Button>
      </span>
    </div>
  )
}

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
