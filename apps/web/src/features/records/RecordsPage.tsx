import { SkeletonRows } from '@x/ui/skeleton'
import { type TabItem, Tabs } from '@x/ui/tabs'
import { type ReactNode, useState } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { LoginPlaceholder } from '../auth/index.ts'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { historyExport, type RecordKind } from '../../data/history/pageRequest.ts'
import type { SpotFill, SpotOrder } from '../../data/spot/model.ts'
import { ExportButton } from './ExportButton.tsx'
import { FIELDS, narrowedBy, type RecordFilter, wantedOf } from './filter.ts'
import { fillLines, orderLines } from './recordLines.ts'
import { RecordFilters } from './RecordFilters.tsx'
import { LiveRecords, PastFills, PastOrders } from './RecordLists.tsx'
import { RecordPage, type RecordPageProps } from './RecordPage.tsx'
import styles from './records.module.css'
import { useCsvExport } from './useCsvExport.ts'
import { useDayOf } from './useDayOf.ts'
import { useSeasons } from './useSeasons.ts'

/** `/record/exchange`: every order and every fill, to look through and to take away. */
export function RecordsPage() {
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  if (user) return <Records />
  if (status !== 'unknown') return <LoginPlaceholder />
  return (
    <div className={styles['records']}>
      <SkeletonRows rows={8} />
    </div>
  )
}

const isKind = (key: string): key is RecordKind => key in FIELDS

interface RecordsProps {
  /** Of margin accounts alone. */
  readonly funds?: 'margin'
  readonly title?: string
  /** Above the lists. */
  readonly head?: ReactNode
  /** Lists of another kind, after those of orders and fills. */
  readonly more?: readonly RecordList[]
}

/** A list as a tab, with what saves it and what narrows it while it is shown. */
export interface RecordList extends TabItem {
  readonly page: Pick<RecordPageProps, 'actions' | 'filters' | 'filterCount' | 'onClear'>
}

/** Orders and fills of a user, with their filters. */
export function Records({ funds, title, head, more = [] }: RecordsProps) {
  const t = usePageMessages()
  const [view, setView] = useState<string>('history')
  const other = more.find(({ value }) => value === view)
  const kind = isKind(view) ? view : 'history'
  // One filter for all lists.
  const [chosen, setFilter] = useState<RecordFilter>({})
  const seasons = useSeasons()
  const { season, ...others } = chosen
  // A season that is chosen means nothing to the orders of real money.
  const filter = {
    ...(season !== undefined && seasons.length > 0 ? chosen : others),
    ...(funds === undefined ? {} : { funds }),
  }
  const list = { filter, hasSeasons: seasons.length > 0 }
  const name = title ?? t('records.title')
  const page = other?.page ?? {
    actions: <Export kind={kind} filter={filter} />,
    filters: <RecordFilters kind={kind} seasons={seasons} filter={filter} onChange={setFilter} />,
    filterCount: narrowedBy(filter, kind),
    onClear: () => setFilter({}),
  }
  return (
    <RecordPage title={name} head={head} {...page}>
      <Tabs
        aria-label={name}
        value={view}
        onChange={setView}
        items={[
          { value: 'open', label: t('orders.open'), panel: <LiveRecords kind="open" {...list} /> },
          {
            value: 'trigger',
            label: t('orders.triggers'),
            panel: <LiveRecords kind="trigger" {...list} />,
          },
          { value: 'history', label: t('orders.history'), panel: <PastOrders {...list} /> },
          { value: 'fills', label: t('orders.fills'), panel: <PastFills {...list} /> },
          ...more,
        ]}
      />
    </RecordPage>
  )
}

function Export({ kind, filter }: { readonly kind: RecordKind; readonly filter: RecordFilter }) {
  const dayOf = useDayOf()
  const questionAt = historyExport(kind, wantedOf(filter, { kind, dayOf }))
  const name = `${filter.funds ?? 'spot'}-${kind}.csv`
  const orders = useCsvExport<SpotOrder>({ name, questionAt, linesOf: orderLines })
  const fills = useCsvExport<SpotFill>({ name, questionAt, linesOf: fillLines })
  return <ExportButton {...(kind === 'fills' ? fills : orders)} />
}
