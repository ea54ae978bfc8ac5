/** The thread that writes snapshots of a log on a Postgres server. */
import { createLogReader } from '../../exchange/journal/createLogReader.ts'
import { serveSnapshots } from '../../exchange/snapshots/serveSnapshots.ts'
import { silentLog } from '../log/Log.ts'
import { nodeClock } from '../nodePorts.ts'
import { openPostgresLog, type PostgresLog } from './openPostgresLog.ts'
import type { LogSource } from './openSharedLog.ts'

let opening: Promise<PostgresLog> | undefined

serveSnapshots(({ source }, { nextSeq }) => {
  const { url, shard } = source as LogSource
  let reader: ReturnType<typeof createLogReader> | undefined
  return {
    async read(options) {
      opening ??= openPostgresLog({ url, clock: nodeClock(), log: silentLog })
      const log = await opening.catch((error: unknown) => {
        opening = undefined
        throw error
      })
      reader ??= createLogReader(log, { shard, nextSeq })
      await reader.read(options)
    },
  }
})
