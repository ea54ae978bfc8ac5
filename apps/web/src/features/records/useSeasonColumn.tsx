import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'

const WIDTH = 84

interface Seasonal {
  readonly season?: number
}

/**
 * Marks the season of each record where there are several, after its pair. The other columns then
 * have less space.
 */
export function useSeasonColumn({
  isShown,
  width,
}: {
  readonly isShown: boolean
  readonly width: number | undefined
}) {
  const t = usePageMessages()
  const header = t('records.season')
  const column = useMemo(
    () =>
      ({
        key: 'season',
        header,
        kind: 'number',
        minWidth: WIDTH,
        cell: ({ season }: Seasonal) => (
          <NumberText>{season === undefined ? '--' : String(season)}</NumberText>
        ),
      }) as const,
    [header],
  )
  return {
    left: isShown && width !== undefined ? width - WIDTH : width,
    with<R extends Seasonal>(columns: readonly Column<R>[]): readonly Column<R>[] {
      if (!isShown) return columns
      const after = columns.findIndex(({ key }) => key === 'pair') + 1
      return [...columns.slice(0, after), column, ...columns.slice(after)]
    },
  }
}
