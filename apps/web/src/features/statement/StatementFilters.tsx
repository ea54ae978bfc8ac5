import { Select } from '@x/ui/select'
import { useBalances } from '../../data/balances/hooks.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { DateFilter } from '../records/index.ts'
import { useStatementNames } from './kindNames.ts'
import styles from './statement.module.css'
import type { ChosenFilter } from './statementFilter.ts'
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
  const { from, to, ...rest } = chosen
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
    const { [field]: _before, ...others } = chosen
    onChange(value === null || value === ALL ? others : { ...others, [field]: value })
  }
  return (
    <>
      <DateFilter
        value={from !== undefined && to !== undefined ? { start: from, end: to } : null}
        onChange={(next) => onChange(next ? { ...rest, from: next.start, to: next.end } : rest)}
      />
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
    </>
  )
}
