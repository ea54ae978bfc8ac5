import { csvText } from '@x/ui/data-table'
import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import type { SpotFill, SpotOrder } from '../../data/spot/model.ts'
import type { RecordKind } from '../../data/history/pageRequest.ts'
import { type RecordFilter, wantedOf } from './filter.ts'
import { readAll } from '../../data/history/readAll.ts'
import { fillLines, orderLines } from './recordLines.ts'
import { saveFile } from './saveFile.ts'
import { useDayOf } from './useDayOf.ts'

/** Saves every record of a list that passes the filter, not only those that have been loaded. */
export function useExport(
  kind: RecordKind,
  filter: RecordFilter,
): { readonly isExporting: boolean; readonly run: () => Promise<void> } {
  const t = useMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const dayOf = useDayOf()
  const [isExporting, setExporting] = useState(false)
  async function exportAs<R>(
    linesOf: (records: readonly R[]) => Parameters<typeof csvText>[0],
  ): Promise<void> {
    const read = await dispatch(readAll<R>(kind, wantedOf(filter, { kind, dayOf })))
    if (read.status === 'read')
      saveFile(csvText(linesOf(read.items)), {
        name: `spot-${kind}.csv`,
        type: 'text/csv;charset=utf-8',
      })
    else toasts.error(t('error.realm'))
  }
  const run = async () => {
    setExporting(true)
    try {
      await (kind === 'fills' ? exportAs<SpotFill>(fillLines) : exportAs<SpotOrder>(orderLines))
    } catch (error) {
      toasts.error(serverText(error, t))
    } finally {
      setExporting(false)
    }
  }
  return { isExporting, run }
}
