import { csvText } from '@x/ui/data-table'
import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { serverText } from '../errors/serverText.ts'
import type { SpotFill, SpotOrder } from '../orders/model.ts'
import { readAll } from './api.ts'
import { type RecordFilter, type RecordKind, wantedOf } from './filter.ts'
import { fillLines, orderLines } from './recordLines.ts'
import { saveFile } from './saveFile.ts'
import { useDayOf } from './useDayOf.ts'

/** Saves every record of a list that passes the filter, not only those that have been loaded. */
export function useExport(kind: RecordKind, filter: RecordFilter): { readonly isExporting: boolean; readonly run: () => Promise<void> } {
  const t = useMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const dayOf = useDayOf()
  const [isExporting, setExporting] = useState(false)
  const read = async () => {
    const wanted = wantedOf(filter, { kind, dayOf })
    return kind === 'fills' ? fillLines(await dispatch(readAll<SpotFill>(kind, wanted))) : orderLines(await dispatch(readAll<SpotOrder>(kind, wanted)))
  }
  const run = async () => {
    setExporting(true)
    try {
      saveFile(csvText(await read()), { name: `spot-${kind}.csv`, type: 'text/csv;charset=utf-8' })
    } catch (error) {
      toasts.show({ kind: 'error', text: serverText(error, t) })
    } finally {
      setExporting(false)
    }
  }
  return { isExporting, run }
}
