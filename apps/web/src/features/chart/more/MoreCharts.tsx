import { Select } from '@x/ui/select'
import type { Chart } from 'klinecharts'
import { useEffect, useMemo, useState } from 'react'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { ChartTexts } from '../../../lib/lazy/ChartTexts.tsx'
import { useChartMessages } from '../../../lib/messages/messages.ts'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import styles from '../chart.module.css'
import type { ChartChoice } from '../chartChoice.ts'
import { type ChartLines, ChartStage } from '../ChartStage.tsx'
import { parseInterval } from '../intervals.ts'
import { intervalsWith, readOwnIntervals } from '../ownIntervals.ts'
import { PairSelect, PairsOf, pairName } from '../PairSelect.tsx'
import { type ChartCell, fillCells, readCells, writeCells } from './chartCells.ts'
import { fitPanes } from './fitPanes.ts'

interface MoreChartsProps {
  /** Beside the first. */
  readonly count: number
  /** Of the first chart. */
  readonly spec: SpotSymbol
  readonly Lines: ChartLines
  readonly choice: ChartChoice
  /** The first one. */
  readonly chart: Chart | null
}

/** Charts beside the first: each has a pair and an interval, all share the rest and one socket. */
export default function MoreCharts(props: MoreChartsProps) {
  useFittedPanes(props.chart)
  return (
    <ChartTexts>
      <PairsOf spec={props.spec}>{(pairs) => <Cells {...props} pairs={pairs} />}</PairsOf>
    </ChartTexts>
  )
}

function Cells({
  count,
  spec,
  Lines,
  choice,
  pairs,
}: MoreChartsProps & { readonly pairs: readonly SpotSymbol[] }) {
  const { storage } = useServices()
  const [chosen, setChosen] = useState(() => readCells(storage.get(STORAGE_KEYS.chartCells)))
  // Tools and comparison belong to the first chart.
  const shared = useMemo(() => ({ ...choice, drawing: undefined, comparison: undefined }), [choice])
  const cells = fillCells(chosen, {
    count,
    first: spec.symbol,
    symbols: pairs.map(({ symbol }) => symbol),
  })
  const change = (index: number, part: Partial<ChartCell>) => {
    const next = cells.map((cell, at) => (at === index ? { ...cell, ...part } : cell))
    storage.set(STORAGE_KEYS.chartCells, writeCells(next))
    setChosen(next)
  }
  return cells.map((cell, index) => (
    <Cell
      key={index}
      cell={cell}
      spec={pairs.find(({ symbol }) => symbol === cell.symbol) ?? spec}
      pairs={pairs}
      Lines={Lines}
      choice={shared}
      onChange={(part) => change(index, part)}
    />
  ))
}

/** Several charts are small: their candles come first. */
function useFittedPanes(chart: Chart | null): void {
  useEffect(() => (chart ? fitPanes(chart) : undefined), [chart])
}

interface CellProps extends Pick<MoreChartsProps, 'spec' | 'Lines' | 'choice'> {
  readonly cell: ChartCell
  readonly pairs: readonly SpotSymbol[]
  readonly onChange: (part: Partial<ChartCell>) => void
}

function Cell({ cell: { interval }, spec, pairs, Lines, choice, onChange }: CellProps) {
  const t = useChartMessages()
  const { storage } = useServices()
  const [chart, setChart] = useState<Chart | null>(null)
  useFittedPanes(chart)
  const own = readOwnIntervals(storage.get(STORAGE_KEYS.chartIntervals))
  return (
    <section
      className={styles['panel']}
      aria-label={t('chart.label', { pair: pairName(spec), interval })}
    >
      <div className={styles['bar']}>
        <span className={styles['cellPair']}>
          <PairSelect
            aria-label={t('chart.pair')}
            pairs={pairs}
            value={spec.symbol}
            onChange={(pair) => pair && onChange({ symbol: pair.symbol })}
          />
        </span>
        <span className={styles['cellInterval']}>
          <Select
            aria-label={t('chart.interval')}
            size="small"
            value={interval as string}
            onChange={(key) => onChange({ interval: parseInterval(key) ?? interval })}
            options={intervalsWith([...own, interval]).map((each) => ({
              value: each as string,
              label: each,
            }))}
          />
        </span>
      </div>
      <div className={styles['board']} dir="ltr">
        <ChartStage
          spec={spec}
          Lines={Lines}
          interval={interval}
          choice={choice}
          chart={chart}
          onChart={setChart}
          showsDepth={false}
        />
      </div>
    </section>
  )
}
