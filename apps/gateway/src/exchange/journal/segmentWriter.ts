import { Worker } from 'node:worker_threads'
import type { JournalReply, JournalRequest, JournalThreadData } from './journalThread.ts'

/**
 * Appends to one segment after the other, in a thread of its own. The journal calls it from one
 * loop and awaits each call.
 */
export interface SegmentWriter {
  /**
   * Takes the bytes with it: their buffer cannot be used afterwards. With `sync` they and all
   * before them are on disk once it resolves.
   */
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly sync: boolean }): Promise<void>
  /** Bytes in the current segment. */
  size(): number
  /**
   * Finishes the current segment for good and begins the one whose first record is `firstSeq`.
   * `false`: no file could be had for it now, and the current one goes on.
   */
  roll(firstSeq: number): Promise<boolean>
  close(): Promise<void>
  /** Ends the thread without another word to the disk. */
  abandon(): void
}

/** Opens the segment whose first record is `firstSeq`, cut to `size` bytes. */
export async function openSegmentWriter(data: JournalThreadData): Promise<SegmentWriter> {
  const thread = new Worker(new URL('./journalThread.ts', import.meta.url), {
    workerData: data,
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    name: 'journal',
  })
  let position = data.size
  let waiting: { resolve: (isDone: boolean) => void; reject: (error: unknown) => void } | undefined
  let ended: Error | undefined
  function settle(reply: JournalReply): void {
    const asked = waiting
    waiting = undefined
    // Only what somebody waits for keeps the process alive.
    thread.unref()
    if ('error' in reply) asked?.reject(reply.error)
    else asked?.resolve(reply.isDone)
  }

  function end(error: Error): void {
    ended ??= error
    settle({ error: ended })
  }

  function next(): Promise<boolean> {
    if (ended) return Promise.reject(ended)
    thread.ref()
    return new Promise((resolve, reject) => void (waiting = { resolve, reject }))
  }

  function ask(request: JournalRequest, moved: ArrayBuffer[] = []): Promise<boolean> {
    const reply = next()
    if (!ended) thread.postMessage(request, moved)
    return reply
  }

  thread.on('message', settle)
  thread.on('error', end)
  thread.on('exit', () => end(new Error('The thread of the journal has ended.')))
  await next()

  return {
    async write(bytes, { sync }) {
      const { length } = bytes
      await ask({ kind: 'write', bytes, sync }, [bytes.buffer])
      position += length
    },
    size: () => position,
    async roll(firstSeq) {
      const isDone = await ask({ kind: 'roll', firstSeq })
      if (isDone) position = 0
      return isDone
    },
    async close() {
      if (!ended) await ask({ kind: 'close' })
      await thread.terminate()
    },
    abandon: () => void thread.terminate(),
  }
}
