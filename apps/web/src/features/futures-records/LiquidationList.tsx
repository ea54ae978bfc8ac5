import type { Liquidation } from '@x/api'
import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type RecordFilter, useFuturesRecords } from '../../data/futures/recordsApi.ts'
import { Pager, usePager } from '../../lib/lists/Pager.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import { FuturesTable } from '../futures-panel/index.ts'

/** Liquidations and deleveragings of the user, each with its report. */
export function LiquidationList({ filter }: { readonly filter: RecordFilter }) {
  const t = useFuturesMessages()
  const query = useFuturesRecords('liquidations', filter)
  const { rows, isFetching, error, refetch } = query
  const { shown, pager } = usePager(query)
  const status = useListStatus()(
    { isLoading: isFetching && !rows, error, refetch },
    { hasData: rows !== undefined },
  )
  return (
    <>
      <FuturesTable
        label={t('positions.liquidations')}
        columns={useLiquidationColumns()}
        rows={shown}
        rowKey={({ liquidationId }) => liquidationId}
        status={status}
        empty={<Pictured of="list">{t('positions.liquidationsEmpty')}</Pictured>}
      />
      <Pager {...pager} />
    </>
  )
}

function useLiquidationColumns(): readonly Column<Liquidation>[] {
  const t = useFuturesMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const to = useLocalePath()
  return useMemo(
    () => [
      {
        key: 'time',
        header: t('orders.time'),
        minWidth: 150,
        cell: ({ startedAt }) => <NumberText tone="muted">{dates.timestamp(startedAt)}</NumberText>,
      },
      {
        key: 'kind',
        header: t('orders.type'),
        minWidth: 150,
        cell: ({ kind }) =>
          t(kind === 'liquidation' ? 'positions.end.liquidation' : 'positions.end.adl'),
      },
      {
        key: 'contract',
        header: t('positions.contract'),
        cell: ({ symbol }) => <bdi>{symbol ?? t('positions.cross')}</bdi>,
      },
      {
        key: 'lost',
        header: t('positions.lost'),
        kind: 'number',
        minWidth: 130,
        cell: ({ lost, marginCoin }) => (
          <NumberText unit={marginCoin} full={lost}>
            {numbers.number(lost, { digits: marginCoin === 'USDT' ? 2 : 8 })}
          </NumberText>
        ),
      },
      {
        key: 'report',
        header: '',
        label: t('positions.report'),
        kind: 'actions',
        minWidth: 150,
        cell: ({ liquidationId }) => (
          <Link to={to(`/record/mcp/${liquidationId}`)}>{t('positions.report')}</Link>
        ),
      },
    ],
    [t, dates, numbers, to],
  )
}
