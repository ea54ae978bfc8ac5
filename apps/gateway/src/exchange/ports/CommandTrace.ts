/** Sees what becomes of the commands of a request that is traced. */
export interface CommandTrace {
  /** Before a command runs; answers nothing where nobody traces what asked for it. */
  begin(kind: string): TracedCommand | undefined
}

export interface TracedCommand {
  /** It ran; `refused`: why it changed nothing. */
  executed(refused?: string): void
  /** It threw. */
  failed(): void
  /** It has a number in the journal and is on disk once `durable` resolves. */
  appended(seq: number, durable: Promise<void>): void
}
