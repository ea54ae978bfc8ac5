import type { CommandLog } from './CommandLog.ts'

/** A snapshot as every machine can fetch it; its bytes are those of the file. */
export interface SharedSnapshots {
  /**
   * Fetches the newest one that is not after `notAfter` into the folder, unless it has it or a
   * later one.
   */
  fetch(dir: string, options: { readonly notAfter: number }): Promise<void>
  /**
   * Stores the snapshot of the record `seq` in the folder and reads it back. Where it is stored
   * already nothing is done.
   */
  publish(dir: string, seq: number): Promise<void>
  /**
   * Keeps the newest `keep` and removes what is older. Answers the record of the oldest one kept,
   * 0 while there are fewer: the log before it can go.
   */
  prune(options: { readonly keep: number }): Promise<number>
}

/** What a machine that follows reports to the others. */
export interface FollowerReport {
  readonly name: string
  /** The last record that it has applied. */
  readonly seq: number
  /** The last version of the rules that its program knows; 0: one from before there were any. */
  readonly knownRules: number
}

/** A log that several machines reach, and what they share beside it. */
export interface SharedLog {
  readonly log: CommandLog
  readonly shard: number
  readonly snapshots: SharedSnapshots
  isEmpty(): Promise<boolean>
  /** Lets an empty log begin after the record `after`. `false`: it is not empty. */
  beginAfter(after: number): Promise<boolean>
  /** This process follows: what others know of it, until the next report. */
  report(of: Omit<FollowerReport, 'name'>): Promise<void>
  /** The others that have reported within the last seconds. */
  followers(): Promise<readonly FollowerReport[]>
  /** What a thread of this process runs that follows the log, and what it is given. */
  readonly snapshotThread: { readonly program: URL; readonly source: unknown }
  close(): Promise<void>
}
