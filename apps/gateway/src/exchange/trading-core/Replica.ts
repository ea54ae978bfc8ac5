import { createExchange, type Exchange } from '../createExchange.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import type { SharedLog } from '../ports/SharedLog.ts'
import type { KnownRules } from '../snapshots/knownRules.ts'
import { loadState } from '../snapshots/replay.ts'
import { readSnapshot } from '../snapshots/snapshot.ts'
import type { Effects } from '../state/effects.ts'
import { createReplayCheck, type ReplayCheck } from '../state/replayCheck.ts'

/** The state after a record of the log, and what goes on counting from there. */
export interface Replica {
  readonly exchange: Exchange
  readonly check: ReplayCheck
  /** The last record that it has applied. */
  readonly seq: number
  /** The record of the newest snapshot in the folder; 0: there is none. */
  readonly snapshotSeq: number
  /** What the ledger may lack of the records before. */
  readonly effects: readonly { readonly seq: number; readonly effects: Effects }[]
}

export interface ReplicaOptions extends KnownRules {
  /** Of the snapshots. */
  readonly dir: string
  readonly instruments: readonly Instrument[]
  /** Where the ledger stands: what it lacks must be replayed. */
  readonly settledSeq: number
  /** Where newer snapshots may be than the folder has. */
  readonly shared?: SharedLog | undefined
}

/** The first record that a log must keep: after the oldest snapshot, and what others follow. */
export async function neededFrom(shared: SharedLog, oldestSnapshot: number): Promise<number> {
  const applied = (await shared.followers()).map(({ seq }) => seq)
  return Math.min(oldestSnapshot, ...applied) + 1
}

/** The state of the newest snapshot that is not ahead of the ledger, or an empty one. */
export async function loadReplica({
  dir,
  instruments,
  settledSeq,
  shared,
  knownRules,
}: ReplicaOptions): Promise<Replica> {
  await shared?.snapshots.fetch(dir, { notAfter: settledSeq })
  const snapshot = await readSnapshot(dir, { notAfter: settledSeq }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
  const { state } = await loadState(snapshot, instruments, { knownRules })
  const seq = snapshot?.seq ?? 0
  return {
    exchange: createExchange(instruments, state),
    check: createReplayCheck(state, { since: seq }),
    seq,
    snapshotSeq: seq,
    effects: [],
  }
}
