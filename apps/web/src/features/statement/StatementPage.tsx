import { Tabs } from '@x/ui/tabs'
import { useState } from 'react'
import {
  type StatementFilter,
  statementExport,
  type StatementLine,
} from '../../data/statement/api.ts'
import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { ForUsers } from '../auth/index.ts'
import { ExportButton, RecordPage, useCsvExport, useDayOf } from '../records/index.ts'
import { statementLines } from './csvLines.ts'
import { StatementFilters } from './StatementFilters.tsx'
import { StatementLines } from './StatementLines.tsx'
import { type ChosenFilter, narrowedBy, wantedOf } from './statementFilter.ts'
import { currentYear, yearFilter } from './taxYear.ts'
import { YearPanel } from './YearPanel.tsx'

/** `/transac`: every movement of every account, and the year for the tax return. */
export function StatementPage() {
  return (
    <ForUsers>
      <AccountTexts>
        <Statement />
      </AccountTexts>
    </ForUsers>
  )
}

function Statement() {
  const t = useAccountMessages()
  const dayOf = useDayOf()
  const [view, setView] = useState('lines')
  const [chosen, setChosen] = useState<ChosenFilter>({})
  const [year, setYear] = useState(currentYear(useServices().clock))
  const wanted = wantedOf(chosen, { dayOf })
  const count = narrowedBy(chosen)
  const title = t('statement.title')
  return (
    <RecordPage
      title={title}
      actions={
        view === 'lines' ? (
          <Export name="statement.csv" wanted={wanted} />
        ) : (
          <Export key={year} name={`statement-${year}.csv`} wanted={yearFilter(year)} />
        )
      }
      {...(view === 'lines'
        ? {
            filters: <StatementFilters chosen={chosen} onChange={setChosen} />,
            filterCount: count,
            onClear: () => setChosen({}),
          }
        : {})}
    >
      <Tabs
        aria-label={title}
        value={view}
        onChange={setView}
        items={[
          {
            value: 'lines',
            label: t('statement.lines'),
            panel: (
              <StatementLines key={JSON.stringify(wanted)} wanted={wanted} isNarrowed={count > 0} />
            ),
          },
          {
            value: 'year',
            label: t('statement.year'),
            panel: <YearPanel year={year} onYear={setYear} />,
          },
        ]}
      />
    </RecordPage>
  )
}

interface ExportProps {
  readonly name: string
  readonly wanted: StatementFilter
}

function Export({ name, wanted }: ExportProps) {
  const csv = useCsvExport<StatementLine>({
    name,
    questionAt: statementExport(wanted),
    linesOf: statementLines,
  })
  return <ExportButton {...csv} />
}
