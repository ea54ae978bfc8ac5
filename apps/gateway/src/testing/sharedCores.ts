/** Machines of one exchange in one process: each with its own folder, on one log and one ledger. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'
import type { SharedLog } from '../exchange/ports/SharedLog.ts'
import {
  openFollower,
  type Follower,
  type FollowerOptions,
} from '../exchange/trading-core/openFollower.ts'
import { openLedgerWriter, type LedgerWriter } from '../exchange/trading-core/openLedgerWriter.ts'
import {
  openTradingCore,
  type TradingCore,
  type TradingCoreOptions,
} from '../exchange/trading-core/openTradingCore.ts'
import type { Replica } from '../exchange/trading-core/Replica.ts'
import type { Database } from '../platform/db/Database.ts'
import { acquireWriterLease } from '../platform/db/lease/acquireWriterLease.ts'
import type { WriterLease } from '../platform/db/lease/WriterLease.ts'
import { openSharedLog } from '../platform/command-log/openSharedLog.ts'
import { silentLog } from '../platform/log/Log.ts'
import { openServerTestDatabase } from './openServerTestDatabase.ts'

export interface Machine {
  readonly dataDir: string
  readonly shared: SharedLog
  standBy(
    onFailure?: (error: unknown) => void,
    options?: Pick<FollowerOptions, 'knownRules'>,
  ): Promise<Follower>
  /** Settles what others lead. */
  settle(onFailure?: (error: unknown) => void): Promise<LedgerWriter>
  /** Takes the lease from who has it, as after its end. */
  lead(
    options?: Partial<Pick<TradingCoreOptions, 'instruments' | 'segmentBytes'>> & {
      readonly replica?: Replica
      readonly isLedgerApart?: boolean
    },
  ): Promise<TradingCore>
}

export interface SharedCores {
  readonly db: Database & { readonly url: string }
  machine(name: string): Promise<Machine>
  close(): Promise<void>
}

const clock = browserClock()
const SEGMENT_BYTES = 8_000

export async function openSharedCores(server: string): Promise<SharedCores> {
  const db = await openServerTestDatabase(server)
  const root = await mkdtemp(path.join(tmpdir(), 'shared-cores-'))
  const ends: (() => Promise<unknown>)[] = []
  const leases: WriterLease[] = []
  const settledSeq = async () => {
    const [row] = await db.query<{ seq: bigint }>('select settled_seq as seq from ledger_progress')
    return Number(row?.seq ?? 0)
  }

  async function acquire(): Promise<WriterLease> {
    await db.query("update writer_lease set expires_at = clock_timestamp() - interval '1 ms'")
    const lease = await acquireWriterLease({ url: db.url, clock, log: silentLog })
    leases.push(lease)
    return lease
  }

  async function machine(name: string): Promise<Machine> {
    const dataDir = path.join(root, name)
    const dir = path.join(dataDir, 'journal')
    await mkdir(dir, { recursive: true })
    const shared = await openSharedLog({ url: db.url, clock, log: silentLog, name, partBytes: 900 })
    ends.push(shared.close)
    return {
      dataDir,
      shared,
      async standBy(onFailure = () => {}, options = {}) {
        const follower = await openFollower({
          shared,
          dir,
          instruments: SPOT_SYMBOLS,
          settledSeq,
          clock,
          log: silentLog,
          onFailure,
          ...options,
        })
        ends.unshift(follower.stop)
        return follower
      },
      async settle(onFailure = () => {}) {
        const writer = await openLedgerWriter({
          shared,
          db,
          dir,
          instruments: SPOT_SYMBOLS,
          clock,
          log: silentLog,
          onFailure,
        })
        ends.unshift(writer.stop)
        return writer
      },
      async lead({ isLedgerApart = false, ...options } = {}) {
        const core = await openTradingCore({
          db,
          clock,
          dataDir,
          instruments: SPOT_SYMBOLS,
          log: silentLog,
          segmentBytes: SEGMENT_BYTES,
          lease: await acquire(),
          shared,
          ...options,
        })
        ends.unshift(core.stop)
        if (isLedgerApart) await core.leaveLedger()
        return core
      },
    }
  }

  return {
    db,
    machine,
    async close() {
      for (const end of ends) await end()
      for (const lease of leases) await lease.release().catch(() => {})
      await db.close()
      await rm(root, { recursive: true })
    },
  }
}
