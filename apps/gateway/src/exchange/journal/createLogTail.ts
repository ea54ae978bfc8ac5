import type { Clock, TimerHandle } from '@x/kit'
import type { LogBatch, LogTail, TailOptions } from '../ports/CommandLog.ts'
import { isJournalError } from './JournalError.ts'

export interface LogTailOptions extends TailOptions {
  readonly read: (from: number) => AsyncIterable<LogBatch>
  /** Called at once and whenever the log may have grown. Answers how to end that. */
  readonly onGrowth: (listener: () => void) => () => void
  readonly clock: Pick<Clock, 'after'>
  /** The log is read this often even when nothing says that it has grown. */
  readonly pollMs: number
}

/** Reads a log on and on: when it has grown, and every `pollMs`. */
export function createLogTail({
  from,
  onBatch,
  onEnd,
  read,
  onGrowth,
  clock,
  pollMs,
}: LogTailOptions): LogTail {
  let next = from
  let isStopped = false
  let isAskedAgain = false
  let reading: Promise<void> | undefined
  let timer: TimerHandle | undefined

  async function readOn(): Promise<void> {
    do {
      isAskedAgain = false
      for await (const batch of read(next)) {
        if (isStopped) return
        handOver(batch)
      }
    } while (isAskedAgain && !isStopped)
  }

  function handOver(batch: LogBatch): void {
    try {
      onBatch(batch)
    } catch (error) {
      end(error)
      return
    }
    next = batch.through + 1
  }

  function end(error: unknown): void {
    if (isStopped) return
    isStopped = true
    unsubscribe()
    timer?.cancel()
    onEnd(error)
  }

  function wake(): void {
    if (isStopped) return
    isAskedAgain = true
    reading ??= readOn()
      // Anything but damage may pass: the next turn asks again.
      .catch((error: unknown) => {
        if (isJournalError(error)) end(error)
      })
      .finally(() => {
        reading = undefined
        timer?.cancel()
        if (isStopped) return
        // It has grown between the end of the read and here.
        if (isAskedAgain) wake()
        else timer = clock.after(pollMs, wake)
      })
  }

  const unsubscribe = onGrowth(wake)
  wake()
  return {
    async stop() {
      if (!isStopped) unsubscribe()
      isStopped = true
      timer?.cancel()
      await reading
    },
  }
}
