import { csvText } from '@x/ui/data-table'
import { useStore } from '@x/kit/react'
import { type PageQuestion, readAllPages } from '../../data/spot/readAllPages.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { type ExportProgress, noteExport, runningExports } from './runningExports.ts'
import { saveFile } from './saveFile.ts'

interface CsvSource<R> {
  /** Of the file. */
  readonly name: string
  readonly questionAt: PageQuestion
  /** The names of the columns, then a line for each record. */
  readonly linesOf: (records: readonly R[]) => readonly (readonly string[])[]
}

export interface CsvExport {
  /** Absent while nothing is read. */
  readonly progress: ExportProgress | undefined
  readonly run: () => Promise<void>
  /** Gives up. */
  readonly stop: () => void
}

/**
 * Saves every record that passes a filter, while the page stays usable; it goes on when the page is
 * left for another one, and says how far it is to who comes back.
 */
export function useCsvExport<R>({ name, questionAt, linesOf }: CsvSource<R>): CsvExport {
  const t = usePageMessages()
  const services = useServices()
  const dispatch = useAppDispatch()
  const exports = runningExports(services)
  const running = useStore(exports, (all) => all.get(name))
  async function run(): Promise<void> {
    const { toasts } = services
    const controller = new AbortController()
    const note = (progress: ExportProgress) => noteExport(exports, name, { progress, controller })
    // One text for each page: a table of all lines would be in memory twice.
    const texts = [csvText(linesOf([]))]
    note({ done: 0, total: undefined })
    try {
      const end = await dispatch(
        readAllPages<R>(questionAt, {
          signal: controller.signal,
          onPage(records, now) {
            // Without the names of the columns, and without another mark of the byte order.
            if (records.length > 0) texts.push(csvText(linesOf(records).slice(1)).slice(1))
            note(now)
          },
        }),
      )
      if (end === 'done') saveFile(texts.join(''), { name, type: 'text/csv;charset=utf-8' })
      else if (end === 'left') toasts.error(t('error.realm'))
    } catch (error) {
      toasts.error(serverText(error, t))
    } finally {
      noteExport(exports, name)
    }
  }
  return { progress: running?.progress, run, stop: () => running?.controller.abort() }
}
