import { readlinkSync } from 'node:fs'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isJournalError } from '../journal/JournalError.ts'
import type { RecordReader } from '../journal/recordReader.ts'
import { pruneSnapshots, readSnapshot, writeSnapshot, type SnapshotFigures } from './snapshot.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import { createExchange, type Exchange } from '../createExchange.ts'
import { createReplayCheck, type ReplayCheck } from '../state/replayCheck.ts'
import { dumpState } from './stateParts.ts'
import type { KnownRules } from './knownRules.ts'
import { loadState, replayRecord } from './replay.ts'

export interface SnapshotThreadData extends KnownRules {
  readonly dir: string
  readonly instruments: readonly Instrument[]
  readonly keep: number
  /** Where the log is, for a program that reads it from elsewhere than the folder. */
  readonly source?: unknown
}

/** What a thread is given, and where it is asked and answers. */
export interface SnapshotThread {
  readonly port: {
    on(name: 'message', run: (request: SnapshotRequest) => void): unknown
    postMessage(reply: SnapshotReply): void
  }
  readonly data: SnapshotThreadData
}

/** Everything through this check record is on disk and in the ledger. */
export interface SnapshotRequest {
  readonly through: number
}

/**
 * `neededFrom`: the journal before this record can go. `differs`: the replica came to another state
 * than the one that trades.
 */
export type SnapshotReply =
  | { readonly figures: SnapshotFigures; readonly neededFrom: number }
  | { readonly error: string; readonly differs: boolean }

interface Replica {
  readonly exchange: Exchange
  readonly check: ReplayCheck
  readonly reader: RecordReader
}

/**
 * Writes snapshots in the thread that calls it. It holds a second replica of the state, which it
 * brings up from the newest snapshot and the log, so that the one that trades never stops for a
 * dump.
 */
export function serveSnapshots(
  readerAt: (data: SnapshotThreadData, options: { readonly nextSeq: number }) => RecordReader,
  { port, data }: SnapshotThread = { port: parentPort!, data: workerData as SnapshotThreadData },
): void {
  const { dir, instruments, keep, knownRules } = data
  let replica: Replica | undefined

  async function load(through: number): Promise<Replica> {
    const snapshot = await readSnapshot(dir, { notAfter: through })
    const { state } = await loadState(snapshot, instruments, { knownRules })
    const since = snapshot?.seq ?? 0
    return {
      exchange: createExchange(instruments, state),
      check: createReplayCheck(state, { since }),
      reader: readerAt(data, { nextSeq: since + 1 }),
    }
  }

  /** Every check record on the way is compared: a replica that differs writes nothing. */
  async function catchUp(through: number): Promise<Replica> {
    const { exchange, check, reader } = (replica ??= await load(through))
    try {
      await reader.read({
        through,
        visit: (seq, payload) => void replayRecord(exchange, check, { seq, payload, instruments }),
      })
      return replica
    } catch (error) {
      replica = undefined
      throw error
    }
  }

  async function take({ through }: SnapshotRequest): Promise<SnapshotReply> {
    const { exchange } = await catchUp(through)
    const figures = writeSnapshot(dir, { seq: through, parts: dumpState(exchange.state) })
    return {
      figures,
      neededFrom: (await pruneSnapshots(dir, { keep })) + 1,
    }
  }

  stepBack()
  port.on('message', (request: SnapshotRequest) => {
    take(request).then(
      (reply) => port.postMessage(reply),
      (error: unknown) =>
        port.postMessage({
          error: String(error),
          differs: isJournalError(error) && error.code === 'CORRUPT',
        } satisfies SnapshotReply),
    )
  })
}

/** Trading goes first. Only Linux names a thread so that its priority can be set. */
function stepBack(): void {
  try {
    os.setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 10)
  } catch {
    // At the same priority snapshots are written as well.
  }
}
