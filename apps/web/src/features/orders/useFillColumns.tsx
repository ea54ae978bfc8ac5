import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { fitColumns, fits } from '../../lib/media/fitColumns.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { PairCell, SideCell } from './cells.tsx'
import { DetailButton } from './DetailButton.tsx'
import { EXECUTION_COSTS, type ExecutionCost } from '../../data/spot/executionCosts.ts'
import { bareFigure, feeFigure, sizeFigure, widest } from './figureWidth.ts'
import { feeDigits, type SpotFill } from '../../data/spot/model.ts'
import { useSymbolIndex, useSymbols } from '../../data/symbols/hooks.ts'

interface FillColumnsOptions {
  readonly rows: readonly SpotFill[]
  /** Shows the order of a fill; absent: the table is next to it. */
  readonly onDetail?: (orderId: string) => void
  /** All of one order: neither pair nor side say anything. */
  readonly isOfOne?: boolean
  /** Of the table, in pixels: it shows as many columns as stand in it. */
  readonly width?: number | undefined
}

/** What a narrow table does without, in this order: the order's own page has all of it. */
const EXPENDABLE = ['role', 'latency', 'impact', 'spread', 'value', 'time', 'fee']

/** Columns of fills; in the paper realm with what each cost beyond the middle price. */
export function useFillColumns({
  rows,
  onDetail,
  isOfOne = false,
  width,
}: FillColumnsOptions): readonly Column<SpotFill>[] {
  const t = useMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const dates = useDates()
  const numbers = useNumbers('trading')
  const symbols = useSymbols()
  const specs = useSymbolIndex()
  const amountWidth = widest(rows, {
    least: 0,
    figure: (fill) => sizeFigure(fill, specs.get(fill.symbol)),
  })
  const bareWidth = widest(rows, {
    least: 0,
    figure: (fill) => bareFigure(sizeFigure(fill, specs.get(fill.symbol)), specs.get(fill.symbol)),
  })
  const feeWidth = widest(rows, {
    least: 0,
    figure: (fill) => feeFigure(fill, specs.get(fill.symbol)),
  })
  return useMemo(() => {
    const unit = symbols[0]?.quote ?? ''
    const names: Readonly<Record<ExecutionCost, string>> = {
      spread: t('orders.spreadCost', { unit }),
      impact: t('orders.impactCost', { unit }),
      latency: t('orders.latencyCost', { unit }),
    }
    const costs = EXECUTION_COSTS.map((key) => ({
      key,
      header: names[key],
      kind: 'number',
      minWidth: 96,
      cell: (fill) => (
        <NumberText
          tone="muted"
          full={
            key === 'latency' && fill.latencyMs !== undefined
              ? t('orders.milliseconds', { count: fill.latencyMs })
              : fill[key]
          }
        >
          {numbers.number(fill[key], { digits: 4 })}
        </NumberText>
      ),
    })) satisfies Column<SpotFill>[]
    const all = (isNarrow: boolean, { isBare = false } = {}): readonly Column<SpotFill>[] => [
      {
        key: 'time',
        header: t('orders.time'),
        minWidth: isNarrow ? 136 : 158,
        cell: ({ createdAt }) => (
          <NumberText tone="muted" full={dates.timestamp(createdAt)}>
            {dates.timestamp(createdAt, isNarrow ? 'minute' : 'dateTime')}
          </NumberText>
        ),
      },
      ...(isOfOne
        ? []
        : ([
            {
              key: 'pair',
              header: t('orders.pair'),
              minWidth: isNarrow ? 92 : 100,
              cell: ({ symbol }: SpotFill) => <PairCell symbol={symbol} spec={specs.get(symbol)} />,
            },
            {
              key: 'side',
              header: t('orders.side'),
              minWidth: isNarrow ? 66 : 80,
              cell: ({ side }: SpotFill) => <SideCell side={side} />,
            },
          ] as const)),
      {
        key: 'role',
        header: t('orders.role'),
        cell: ({ role }) => (role === 'maker' ? t('orders.maker') : t('orders.taker')),
      },
      {
        key: 'price',
        header: t('orders.price'),
        kind: 'number',
        minWidth: isNarrow ? 84 : 100,
        cell: ({ price, symbol }) => (
          <NumberText>
            {numbers.number(price, {
              digits: specs.get(symbol)?.pricePlace ?? 8,
              purpose: 'price',
            })}
          </NumberText>
        ),
      },
      {
        key: 'amount',
        header: t('orders.amount'),
        kind: 'number',
        minWidth: isBare ? Math.max(96, bareWidth) : Math.max(isNarrow ? 106 : 120, amountWidth),
        cell: ({ size, symbol }) => (
          <NumberText unit={isBare ? undefined : specs.get(symbol)?.base}>
            {numbers.number(size, {
              digits: specs.get(symbol)?.quantityPlace ?? 8,
              purpose: 'size',
            })}
          </NumberText>
        ),
      },
      {
        key: 'value',
        header: t('orders.value'),
        kind: 'number',
        minWidth: isNarrow ? 88 : 110,
        cell: ({ value }) => <NumberText full={value}>{numbers.number(value)}</NumberText>,
      },
      {
        key: 'fee',
        header: t('orders.fee'),
        kind: 'number',
        minWidth: Math.max(isNarrow ? 106 : 130, feeWidth),
        cell: ({ fee, feeAsset, symbol }) => (
          <NumberText full={fee} unit={feeAsset}>
            {numbers.number(fee, {
              digits: feeDigits(feeAsset, specs.get(symbol)),
              purpose: 'fee',
            })}
          </NumberText>
        ),
      },
      ...(isPaper ? costs : []),
      ...(onDetail
        ? [
            {
              key: 'actions',
              header: '',
              label: t('orders.actions'),
              kind: 'actions',
              minWidth: 56,
              fixed: 'end',
              cell: ({ orderId }: SpotFill) => (
                <DetailButton orderId={orderId} onPress={onDetail} />
              ),
            } as const,
          ]
        : []),
    ]
    const wide = all(false)
    if (fits(wide, width)) return wide
    const narrow = fitColumns(all(true), { width, expendable: EXPENDABLE })
    return fits(narrow, width) || isOfOne
      ? narrow
      : fitColumns(all(true, { isBare: true }), { width, expendable: EXPENDABLE })
  }, [
    symbols,
    specs,
    amountWidth,
    bareWidth,
    feeWidth,
    isPaper,
    isOfOne,
    onDetail,
    width,
    t,
    dates,
    numbers,
  ])
}
