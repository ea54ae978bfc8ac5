import type { Numbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useMessages } from '../../messages.ts'
import type { AssetRow } from './valuation.ts'

const HIDDEN = '••••'

export function useAssetColumns({ numbers, showAsset }: { numbers: Numbers; showAsset: boolean }): readonly Column<AssetRow>[] {
  const t = useMessages()
  return useMemo(() => {
    const amount = (text: string) => (showAsset ? <NumberText full={text}>{numbers.number(text, { digits: 8 })}</NumberText> : HIDDEN)
    return [
      { key: 'asset', header: t('assets.asset'), minWidth: 90, sort: { as: 'text', by: ({ asset }) => asset }, cell: ({ asset }) => <bdi>{asset}</bdi> },
      { key: 'total', header: t('assets.totalColumn'), kind: 'number', minWidth: 150, sort: { as: 'decimal', by: ({ total }) => total }, cell: ({ total }) => amount(total) },
      { key: 'available', header: t('assets.available'), kind: 'number', minWidth: 150, cell: ({ available }) => amount(available) },
      { key: 'held', header: t('assets.held'), kind: 'number', minWidth: 150, cell: ({ held }) => amount(held) },
      {
        key: 'value',
        header: t('assets.value', { unit: 'USDT' }),
        kind: 'number',
        minWidth: 130,
        sort: { as: 'decimal', by: ({ value }) => value },
        cell: ({ value }) => (showAsset ? <NumberText full={value}>{numbers.number(value, { scene: 'usdt', purpose: 'valuation' })}</NumberText> : HIDDEN),
      },
    ] satisfies Column<AssetRow>[]
  }, [t, numbers, showAsset])
}
