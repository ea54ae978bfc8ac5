import { Button } from '@x/ui/button'
import { type DateRange, DateRangePicker } from '@x/ui/date-range'
import { Select } from '@x/ui/select'
import { useBalances } from '../../data/balances/hooks.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useDayOf } from '../records/index.ts'
import { useStatementNames } from './kindNames.ts'
import styles from './statement.module.css'
import { type ChosenFilter, isNarrowed } from './statementFilter.ts'
import { STATEMENT_ACCOUNTS, STATEMENT_KINDS } from './statementKinds.ts'

const ALL = 'all'
const NONE: readonly never[] = []

interface StatementFiltersProps {
  readonly chosen: ChosenFilter
  readonly onChange: (chosen: ChosenFilter) => void
}

/** Dates, account, asset and kind of the lines. */
export function StatementFilters({ chosen, onChange }: StatementFiltersProps) {
  const t = useAccountMessages()
  const names = useStatementNames()
  const { data: balances = NONE } = useBalances()
  const fields = {
    account: {
      label: t('statement.account'),
      options: STATEMENT_ACCOUNTS.map((value) => ({ value, label: names.account(value) })),
    },
    asset: {
      label: t('orders.asset'),
      options: balances.map(({ asset }) => ({ value: asset, label: asset })),
    },
    kind: {
      label: t('statement.kind'),
      options: STATEMENT_KINDS.map((value) => ({ value, label: names.kind(value) })),
    },
  }
  const set = (field: keyof typeof fields, value: string | null) => {
    const { [field]: _before, ...rest } = chosen
    onChange(value === null || value === ALL ? rest : { ...rest, [field]: value })
  }
  return (
    <div className={styles['filters']}>
      <Dates chosen={chosen} onChange={onChange} />
      {(['account', 'asset', 'kind'] as const).map((field) => (
        <Select
          key={field}
          size="small"
          className={styles['filter']}
          label={fields[field].label}
          options={[{ value: ALL, label: t('records.all') }, ...fields[field].options]}
          value={chosen[field] ?? ALL}
          onChange={(value) => set(field, value)}
        />
      ))}
      {isNarrowed(chosen) ? (
        <Button size="small" variant="ghost" onClick={() => onChange({})}>
          {t('records.clear')}
        </Button>
      ) : null}
    </div>
  )
}

function Dates({ chosen, onChange }: StatementFiltersProps) {
  const t = useAccountMessages()
  const dayOf = useDayOf()
  const { clock } = useServices()
  const { from, to, ...rest } = chosen
  const today = dayOf(clock.now())
  const value: DateRange | null =
    from !== undefined && to !== undefined ? { start: from, end: to } : null
  return (
    <DateRangePicker
      label={t('records.dates')}
      size="small"
      clearable
      className={styles['dates']}
      today={today}
      max={today}
      value={value}
      onChange={(next) => onChange(next ? { ...rest, from: next.start, to: next.end } : rest)}
    />
  )
}
