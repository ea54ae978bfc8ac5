import { csvText } from '@x/ui/data-table'
import { useEffect, useRef, useState } from 'react'
import { readStatement, type StatementFilter } from '../../data/statement/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { saveFile } from '../records/index.ts'
import { CSV_HEADER, csvLine } from './csvLines.ts'

interface ExportProgress {
  readonly done: number
  readonly total: number
}

/** Saves every line that passes the filter while the page stays usable; `stop` gives up. */
export function useStatementExport(wanted: StatementFilter): {
  readonly progress: ExportProgress | undefined
  readonly run: () => Promise<void>
  readonly stop: () => void
} {
  const t = useAccountMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const [progress, setProgress] = useState<ExportProgress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    progress,
    stop: () => running.current?.abort(),
    async run() {
      const controller = new AbortController()
      running.current = controller
      // One text for each page: a table of all lines would be in memory twice.
      const texts = [csvText([CSV_HEADER])]
      setProgress({ done: 0, total: 0 })
      try {
        const read = await dispatch(
          readStatement(wanted, {
            signal: controller.signal,
            onPage(lines, now) {
              // The mark of the byte order stands at the beginning of the file alone.
              texts.push(csvText(lines.map(csvLine)).slice(1))
              setProgress(now)
            },
          }),
        )
        if (read === 'done')
          saveFile(texts.join(''), { name: 'statement.csv', type: 'text/csv;charset=utf-8' })
        else if (read === 'left') toasts.error(t('error.realm'))
      } catch (error) {
        toasts.error(serverText(error, t))
      } finally {
        setProgress(undefined)
      }
    },
  }
}
