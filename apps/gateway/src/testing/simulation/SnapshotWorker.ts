import { createLogReader } from '../../exchange/journal/createLogReader.ts'
import {
  serveSnapshots,
  type SnapshotRequest,
  type SnapshotThread,
  type SnapshotThreadData,
} from '../../exchange/snapshots/serveSnapshots.ts'
import { openPostgresLog } from '../../platform/command-log/openPostgresLog.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { currentProcess, type Process } from './World.ts'

type Listener = (value: unknown) => void

/** What `Worker` is to simulated processes: the thread that writes snapshots of a shared log. */
export class SnapshotWorker {
  readonly #thread: Process
  readonly #replies: Listener[] = []
  readonly #requests: ((request: SnapshotRequest) => void)[] = []

  constructor(_: URL, { workerData }: { readonly workerData: SnapshotThreadData }) {
    const own = currentProcess()!
    this.#thread = own.world.start(own.host, own)
    const port: SnapshotThread['port'] = {
      on: (_name, run) => void this.#requests.push(run),
      postMessage: (reply: unknown) =>
        own.world.after(0, () => this.#replies.forEach((run) => run(reply)), own),
    }
    own.world.after(
      0,
      () =>
        serveSnapshots((_data, { nextSeq }) => this.#reader(nextSeq), { port, data: workerData }),
      this.#thread,
    )
  }

  #reader(nextSeq: number) {
    const clock = this.#thread.world.clockOf(this.#thread)
    const options = { url: 'postgres://log/x', clock, log: silentLog }
    let opening: Promise<ReturnType<typeof createLogReader>> | undefined
    return {
      async read(wanted: Parameters<ReturnType<typeof createLogReader>['read']>[0]) {
        opening ??= openPostgresLog(options).then((log) =>
          createLogReader(log, { shard: 0, nextSeq }),
        )
        const reader = await opening.catch((error: unknown) => {
          opening = undefined
          throw error
        })
        await reader.read(wanted)
      },
    }
  }

  on(name: string, run: Listener): void {
    if (name === 'message') this.#replies.push(run)
  }

  unref(): void {}

  postMessage(request: SnapshotRequest): void {
    const thread = this.#thread
    thread.world.after(1, () => this.#requests.forEach((run) => run(request)), thread)
  }

  async terminate(): Promise<void> {
    this.#thread.isDead = true
  }
}
