import { readFile, stat } from 'node:fs/promises'
import type { Log } from '../../platform/log/Log.ts'
import { DEFAULT_NOTICES } from './defaultNotices.ts'
import { parseNotices, type Notice } from './notice.ts'

export interface NoticeSource {
  read(): Promise<readonly Notice[]>
}

/** The notices of a gateway whose operator has none. */
export const demonstrationNotices: NoticeSource = { read: async () => DEFAULT_NOTICES }

/**
 * The operator's file, read again whenever it changes, so that a notice needs no restart; without a
 * file the notices of the demonstration. A file that became unreadable leaves the last good
 * notices.
 * @throws Error when it is unreadable at the start.
 */
export async function openNoticeSource(
  file: string | undefined,
  { log }: { readonly log: Log },
): Promise<NoticeSource> {
  if (file === undefined) return demonstrationNotices
  const load = async () => ({
    at: (await stat(file)).mtimeMs,
    notices: parseNotices(JSON.parse(await readFile(file, 'utf8'))),
  })
  let known = await load()
  let refused: number | undefined
  return {
    async read() {
      const at = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      )
      if (at === undefined || at === known.at || at === refused) return known.notices
      try {
        known = await load()
      } catch (error) {
        refused = at
        log.warn('The changed notices cannot be read; the last good ones stay', {
          reason: error instanceof Error ? error.message : String(error),
        })
      }
      return known.notices
    },
  }
}
