import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { Drawer } from '@x/ui/drawer'
import { NumberText } from '@x/ui/number'
import { PickerWheel } from '@x/ui/picker-wheel'
import { Select } from '@x/ui/select'
import { useState } from 'react'
import { type StatementYear, useStatementYear } from '../../data/statement/api.ts'
import { usePairName } from '../../data/symbols/usePairName.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { saveFile } from '../records/index.ts'
import { useStatementNames } from './kindNames.ts'
import styles from './statement.module.css'
import { currentYear, hasSum, summaryText } from './taxYear.ts'

type Gain = StatementYear['gains'][number]
interface Movement {
  readonly asset: string
  readonly name: string
  readonly received: string
  readonly paid: string
  readonly balance: string
}

const YEARS = 6

interface YearPanelProps {
  readonly year: string
  readonly onYear: (year: string) => void
}

/** What each asset did in a year, and what sales brought. */
export function YearPanel({ year, onYear }: YearPanelProps) {
  const t = useAccountMessages()
  const current = Number(currentYear(useServices().clock))
  const query = useStatementYear(year)
  const data = query.data?.year === Number(year) ? query.data : undefined
  const status = useListStatus()(
    { ...query, isLoading: !data && !query.error },
    { hasData: data !== undefined },
  )
  const { movements, gains } = useYearColumns()
  const rows = useMovements(data)
  return (
    <div className={styles['year']}>
      <div className={styles['choice']}>
        <YearChoice year={year} onChange={onYear} current={current} />
        <Button size="small" disabled={!data} onClick={() => data && saveSummary(data)}>
          {t('statement.saveYear')}
        </Button>
      </div>
      <section className={styles['section']}>
        <h2 className={styles['heading']}>{t('statement.gains')}</h2>
        <div className={styles['list']}>
          <ListTable
            label={t('statement.gains')}
            columns={gains}
            rows={data?.gains ?? []}
            rowKey={({ symbol }) => symbol}
            status={status}
            empty={t('statement.yearNone')}
          />
        </div>
        {(['openShort', 'uncovered'] as const).map((sum) =>
          data && hasSum(data.gains, sum) ? (
            <p key={sum} className={styles['note']} role="note">
              {t(`statement.${sum}Text`)}
            </p>
          ) : null,
        )}
      </section>
      <section className={styles['section']}>
        <h2 className={styles['heading']}>{t('statement.lines')}</h2>
        <div className={styles['list']}>
          <ListTable
            label={t('statement.lines')}
            columns={movements}
            rows={rows}
            rowKey={({ asset, name }) => `${asset} ${name}`}
            status={status}
            empty={t('statement.yearNone')}
          />
        </div>
      </section>
    </div>
  )
}

const saveSummary = (data: StatementYear) =>
  saveFile(summaryText(data), { name: `tax-${data.year}.csv`, type: 'text/csv;charset=utf-8' })

interface YearChoiceProps {
  readonly year: string
  readonly onChange: (year: string) => void
  readonly current: number
}

/** The years back from the current one: a list, on a phone a wheel in a sheet. */
function YearChoice({ year, onChange, current }: YearChoiceProps) {
  const t = useAccountMessages()
  const isPhone = useMedia(PHONE)
  const [isOpen, setOpen] = useState(false)
  const label = t('statement.year')
  const options = Array.from({ length: YEARS }, (_, back) => String(current - back)).map(
    (value) => ({ value, label: value }),
  )
  if (!isPhone)
    return (
      <Select
        size="small"
        className={styles['filter']}
        label={label}
        options={options}
        value={year}
        onChange={(value) => value !== null && onChange(value)}
      />
    )
  return (
    <>
      <Button size="small" block aria-label={label} onClick={() => setOpen(true)}>
        {year}
      </Button>
      <Drawer open={isOpen} onOpenChange={setOpen} direction="btt" size="380px" title={label}>
        <div className={styles['wheel']}>
          <PickerWheel label={label} rows={options} value={year} onChange={onChange} />
        </div>
      </Drawer>
    </>
  )
}

/** Of each asset its opening balance, its kinds and its closing balance. */
function useMovements(data: StatementYear | undefined): readonly Movement[] {
  const t = useAccountMessages()
  const names = useStatementNames()
  return (data?.assets ?? []).flatMap(({ asset, opening, closing, kinds }) => {
    const none = { asset, received: '', paid: '', balance: '' }
    return [
      { ...none, name: t('statement.opening'), balance: opening },
      ...kinds.map(({ kind, received, paid }) => ({
        ...none,
        name: names.kind(kind),
        received,
        paid,
      })),
      { ...none, name: t('statement.closing'), balance: closing },
    ]
  })
}

function useYearColumns() {
  const t = useAccountMessages()
  const pairName = usePairName()
  const numbers = useNumbers('trading')
  const figure = (text: string) =>
    text === '' ? (
      ''
    ) : (
      <NumberText full={text}>
        <DimZeros text={numbers.number(text, { digits: 8 })} />
      </NumberText>
    )
  const money = (
    key: 'proceeds' | 'cost' | 'fees' | 'gain' | 'openShort' | 'uncovered',
    header: string,
  ): Column<Gain> => ({
    key,
    header,
    kind: 'number',
    minWidth: 112,
    cell: (gain) => figure(gain[key]),
  })
  const gains: readonly Column<Gain>[] = [
    {
      key: 'symbol',
      header: t('orders.pair'),
      minWidth: 96,
      cell: ({ symbol }) => <bdi>{pairName(symbol)}</bdi>,
    },
    money('proceeds', t('statement.proceeds')),
    money('cost', t('statement.cost')),
    money('fees', t('statement.kind.fee')),
    money('gain', t('statement.gain')),
    money('openShort', t('statement.openShort')),
    money('uncovered', t('statement.uncovered')),
  ]
  const flow = (key: 'received' | 'paid' | 'balance'): Column<Movement> => ({
    key,
    header: t(`statement.${key}`),
    kind: 'number',
    minWidth: 120,
    cell: (movement) => figure(movement[key]),
  })
  const movements: readonly Column<Movement>[] = [
    {
      key: 'asset',
      header: t('orders.asset'),
      minWidth: 72,
      cell: ({ asset }) => <bdi>{asset}</bdi>,
    },
    { key: 'name', header: t('statement.kind'), minWidth: 128, cell: ({ name }) => name },
    flow('received'),
    flow('paid'),
    flow('balance'),
  ]
  return { gains, movements }
}
