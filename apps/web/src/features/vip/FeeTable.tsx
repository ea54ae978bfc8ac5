import { useNumbers } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type FeeLevel, useFeeSchedule } from '../../data/vip/api.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useRateText } from './useRateText.ts'
import styles from './vip.module.css'

interface FeeTableProps {
  readonly shows: 'rates' | 'requirements'
  /** The reader's own level is marked. */
  readonly level?: number
}

/** The levels with their rates, and with what they ask for where that is the subject. */
export function FeeTable({ shows, level }: FeeTableProps) {
  const t = useProductMessages()
  const { data, error, isLoading, refetch } = useFeeSchedule()
  const columns = useFeeColumns({ shows, level, unit: data?.quote ?? 'USDT' })
  const { traceId } = failureOf(error)
  const status: ListStatus = isLoading
    ? { kind: 'loading' }
    : data
      ? { kind: 'ready' }
      : {
          kind: 'error',
          title: t('orders.failed'),
          onRetry: refetch,
          ...(traceId === undefined ? {} : { traceId }),
        }
  return (
    <section className={styles['table']}>
      <ListTable
        label={shows === 'rates' ? t('product.fees') : t('product.vip')}
        columns={columns}
        rows={data?.levels ?? NONE}
        rowKey={(row) => String(row.level)}
        status={status}
      />
    </section>
  )
}

const NONE: readonly FeeLevel[] = []

function useFeeColumns({
  shows,
  level,
  unit,
}: Pick<FeeTableProps, 'shows'> & {
  readonly level: number | undefined
  readonly unit: string
}) {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  const rateText = useRateText()
  return useMemo(() => {
    const rate = (
      key: string,
      header: string,
      of: (row: FeeLevel) => string,
    ): Column<FeeLevel> => ({
      key,
      header,
      kind: 'number',
      minWidth: 94,
      cell: (row) => <NumberText>{rateText(of(row))}</NumberText>,
    })
    const [spot, futures] = [t('shell.spot'), t('fees.futures')]
    const [maker, taker] = [t('orders.maker'), t('orders.taker')]
    return [
      {
        key: 'level',
        header: t('fees.level'),
        minWidth: 88,
        fixed: 'start',
        cell: (row) => (
          <span className={styles['level']}>
            <bdi>{`VIP ${row.level}`}</bdi>
            {row.level === level ? <Badge>{t('fees.yours')}</Badge> : null}
          </span>
        ),
      },
      ...(shows === 'requirements'
        ? requirementColumns({
            volume: t('vip.volume', { unit }),
            valuation: t('vip.valuation', { unit }),
            amount: (text) => `≥ ${numbers.number(text, { digits: 0 })}`,
          })
        : []),
      rate('spotMaker', `${spot}: ${maker}`, (row) => row.spot.maker),
      rate('spotTaker', `${spot}: ${taker}`, (row) => row.spot.taker),
      rate('futuresMaker', `${futures}: ${maker}`, (row) => row.futures.maker),
      rate('futuresTaker', `${futures}: ${taker}`, (row) => row.futures.taker),
    ] satisfies Column<FeeLevel>[]
  }, [t, numbers, rateText, shows, level, unit])
}

function requirementColumns({
  volume,
  valuation,
  amount,
}: {
  readonly volume: string
  readonly valuation: string
  readonly amount: (text: string) => string
}): readonly Column<FeeLevel>[] {
  const cell = (text: string | null) => (
    <NumberText>{text === null ? '--' : amount(text)}</NumberText>
  )
  return [
    {
      key: 'volume',
      header: volume,
      kind: 'number',
      minWidth: 140,
      cell: (row) => cell(row.volume),
    },
    {
      key: 'valuation',
      header: valuation,
      kind: 'number',
      minWidth: 120,
      cell: (row) => cell(row.valuation),
    },
  ]
}
