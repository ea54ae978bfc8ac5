import { Button } from '@x/ui/button'
import { Progress } from '@x/ui/progress'
import { Tabs } from '@x/ui/tabs'
import { useState } from 'react'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { ForUsers } from '../auth/index.ts'
import { useDayOf } from '../records/index.ts'
import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import styles from './statement.module.css'
import { StatementFilters } from './StatementFilters.tsx'
import { StatementLines } from './StatementLines.tsx'
import { type ChosenFilter, isNarrowed, wantedOf } from './statementFilter.ts'
import { useStatementExport } from './useStatementExport.ts'
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
  const [pageSize, setPageSize] = useState('50')
  const wanted = wantedOf(chosen, { dayOf })
  usePageTitle(t('statement.title'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('statement.title')}</h1>
        <Export wanted={wanted} />
      </header>
      <Tabs
        aria-label={t('statement.title')}
        className={styles['lists']}
        value={view}
        onChange={setView}
        items={[
          {
            value: 'lines',
            label: t('statement.lines'),
            panel: (
              <>
                <StatementFilters chosen={chosen} onChange={setChosen} />
                <StatementLines
                  wanted={wanted}
                  isNarrowed={isNarrowed(chosen)}
                  pageSize={pageSize}
                  onPageSize={setPageSize}
                />
              </>
            ),
          },
          { value: 'year', label: t('statement.year'), panel: <YearPanel /> },
        ]}
      />
    </div>
  )
}

function Export({ wanted }: { readonly wanted: ReturnType<typeof wantedOf> }) {
  const t = useAccountMessages()
  const { progress, run, stop } = useStatementExport(wanted)
  if (!progress)
    return (
      <Button size="small" onClick={() => void run()}>
        {t('records.csv')}
      </Button>
    )
  const { done, total } = progress
  return (
    <div className={styles['export']} role="status">
      <Progress
        label={t('records.csv')}
        size="small"
        {...(total > 0 ? { value: done, max: total } : {})}
      />
      <span>{t('statement.exported', { done, total })}</span>
      <Button size="small" variant="ghost" onClick={stop}>
        {t('orders.cancel')}
      </Button>
    </div>
  )
}
