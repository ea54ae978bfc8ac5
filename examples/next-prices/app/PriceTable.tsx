'use client'

import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useStore } from '@x/kit/react'
import { convertValuation } from '@x/locale/numbers'
import { PriceText, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { DataTable, type Column } from '@x/ui/data-table'
import { Change } from '@x/ui/number'
import { Panel } from '@x/ui/panel'
import type { Market, Rates } from '../lib/prices'
import { usePreferences } from './Providers'

const CURRENCIES = ['USD', 'EUR', 'JPY'] as const

export interface PriceTableProps {
  readonly markets: readonly Market[]
  readonly rates: Rates
}

export function PriceTable({ markets, rates }: PriceTableProps) {
  const router = useRouter()
  const preferences = usePreferences()
  const currency = useStore(preferences, (state) => state.unit)
  const numbers = useNumbers()
  const columns = useMemo(
    (): readonly Column<Market>[] => [
      {
        key: 'symbol',
        header: 'Market',
        fixed: 'start',
        cell: ({ symbol }) => symbol,
        sort: { as: 'text', by: ({ symbol }) => symbol },
      },
      {
        key: 'price',
        header: 'Price',
        kind: 'number',
        cell: ({ price }) => <PriceText value={price} />,
        sort: { as: 'decimal', by: ({ price }) => price },
      },
      {
        key: 'value',
        header: `In ${currency}`,
        kind: 'number',
        cell: ({ price }) =>
          numbers.valuation(convertValuation(price, { from: 'USD', to: currency, rates }), {
            currency,
          }),
      },
      {
        key: 'change',
        header: '24 h',
        kind: 'number',
        cell: ({ change }) => <Change value={change} unit="%" mark="both" />,
        sort: { as: 'decimal', by: ({ change }) => change },
      },
    ],
    [currency, numbers, rates],
  )
  return (
    <Panel title="Prices" padded>
      {CURRENCIES.map((unit) => (
        <Button
          key={unit}
          aria-pressed={unit === currency}
          onClick={() => preferences.set({ unit })}
        >
          {unit}
        </Button>
      ))}
      <Button onClick={() => router.refresh()}>Refresh</Button>
      <DataTable label="Prices" columns={columns} rows={markets} rowKey={({ symbol }) => symbol} />
    </Panel>
  )
}
