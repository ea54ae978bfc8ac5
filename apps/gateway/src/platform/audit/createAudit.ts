import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { type KeyLookup, GS1 } from '@x/gateway-sign/server'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../db/Database.ts'
import type { Log } from '../log/Log.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../http/route.ts'
import { lastLink } from './auditFiles.ts'
import {
  assertKeepable,
  isBodyKept,
  codeOf,
  isAudited,
  isCallKept,
  originOf,
  refOf,
  refsOf,
  signatureOf,
  userOf,
} from './requestEntries.ts'
import { createEntryLimit } from './createEntryLimit.ts'
import { createAuditCopier, type AuditCopier } from './createAuditCopier.ts'
import { sha256, type AuditedKey, type AuditEvent, type ChainLink } from './entry.ts'
import {
  AuditError,
  openAuditChain,
  type AuditChain,
  type AuditChainOptions,
} from './openAuditChain.ts'

/** Runs the handler of a route, with an entry before and after where the route is a write. */
export type AuditCall = (
  spec: RouteSpec,
  request: GatewayRequest,
  run: () => Promise<unknown>,
) => Promise<unknown>

export interface Audit {
  readonly call: AuditCall
  /** The same lookup; what it finds is kept with the first entry that names it. */
  keeping(keys: KeyLookup): KeyLookup
  /** `false` while the file cannot be written: every write is refused then. */
  isWritable(): boolean
  start(): Promise<void>
  /** After the last request was answered. */
  stop(): Promise<void>
}

export interface AuditOptions {
  readonly db: Database
  readonly dataDir: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Of the writer lease, where the database has one. */
  readonly epoch?: number | undefined
  /** The fields of the string to sign, by mode. */
  readonly signModes: Readonly<Record<string, readonly string[]>>
  readonly files?: AuditFileOptions | undefined
}

/** How the files of the log are written. */
export type AuditFileOptions = Pick<AuditChainOptions, 'fileBytes' | 'openFile'>

const COPY_MS = 500
/**
 * The embedded database runs in this process: what waits in the files is copied in pieces, in a
 * 40th of the time.
 */
const EMBEDDED_REST = 39
/** At a stop; what is left in the files is copied after the next start. */
const LAST_COPY_MS = 4_000
const SYNC_MS = 1_000
const CACHE_ENTRIES = 50_000

export function auditDir(dataDir: string): string {
  return path.join(dataDir, 'audit')
}

interface KnownKey extends AuditedKey {
  readonly keyHash: string
  /** The chain has it already. */
  isWritten: boolean
}

/**
 * The audit log (SR10). A signed write is written down with its signature before anything is done
 * about it, and its outcome before the answer leaves; where that cannot be written, nothing is
 * done. Other writes are written down with their outcome.
 */
export function createAudit(options: AuditOptions): Audit {
  const { db, clock, log, signModes } = options
  const dir = auditDir(options.dataDir)
  const keys = new Map<string, KnownKey>()
  const budget = createEntryLimit(clock)
  let chain: AuditChain | undefined
  let copier: AuditCopier | undefined
  let lostResults = 0
  let unkept = 0
  let copying: Promise<number> = Promise.resolve(0)
  let timers: readonly { cancel(): void }[] = []

  async function append(events: readonly AuditEvent[]): Promise<number> {
    if (!chain) throw new AuditError('not open')
    const wasWritable = chain.isWritable()
    try {
      return await chain.append(events)
    } catch (error) {
      if (wasWritable)
        log.error('The audit log cannot be written; writes are refused', {
          error: String((error as AuditError).cause),
        })
      throw error
    }
  }

  function remember(user: string, { keyId, publicKey, algorithm }: AuditedKey): KnownKey {
    const name = `${user}:${keyId}`
    const known = keys.get(name)
    if (known) return known
    const key = { keyId, publicKey, algorithm, keyHash: sha256(publicKey), isWritten: false }
    const oldest = keys.keys().next()
    if (keys.size >= CACHE_ENTRIES && !oldest.done) keys.delete(oldest.value)
    keys.set(name, key)
    return key
  }

  /** Appends the entry, and before the first that names a key the key itself. */
  async function appendWith(
    event: AuditEvent,
    { key, user }: { key: KnownKey | undefined; user: string },
  ): Promise<number> {
    if (!key || key.isWritten) return append([event])
    const { keyId, publicKey, algorithm, keyHash } = key
    const seq = await append([{ kind: 'key', user, keyHash, keyId, publicKey, algorithm }, event])
    key.isWritten = true
    return seq
  }

  async function callSigned(
    spec: RouteSpec,
    { request, keyId, user, run }: Signed,
  ): Promise<unknown> {
    assertKeepable(spec, request)
    const reservation = budget.reserve({
      user,
      call: spec.path,
      characters: isBodyKept(spec) ? request.rawBody.length : 0,
    })
    const key = keys.get(`${user}:${keyId}`)
    const origin = originOf(request, { keyId, keyHash: key?.keyHash })
    const fields = signModes[request.headers[GS1.headers.mode] ?? ''] ?? []
    const event = { kind: 'request', ...origin, ...signatureOf(spec, request, { fields }) } as const
    const seq = await appendWith(event, { key, user }).catch(refuse)
    const result = { kind: 'result', of: seq, call: origin.call, user } as const
    const ended = (code: string, answer?: unknown) =>
      append([{ ...result, code, ref: refOf(answer), ...withRefs(answer) }])
    let answer: unknown
    try {
      answer = await run()
    } catch (error) {
      await ended(codeOf(error)).catch(() => void (lostResults += 1))
      throw error
    }
    reservation.giveBack()
    await ended('0', answer).catch((cause: unknown) => {
      lostResults += 1
      throw new GatewayError(
        '00006',
        'Trading is paused; look at your open orders before you try again',
        { cause },
      )
    })
    return answer
  }

  async function callUnsigned(
    spec: RouteSpec,
    { request, run }: { request: GatewayRequest; run: () => Promise<unknown> },
  ): Promise<unknown> {
    if (!chain?.isWritable()) refuse(new AuditError('not writable'))
    const write = async (code: string, answer?: unknown): Promise<void> => {
      if (!isCallKept(spec, { code, hasSession: request.session !== undefined })) return
      if (code !== '0' && !budget.mayKeep(request.address)) return void (unkept += 1)
      const user = userOf(answer) ?? request.session?.userId
      const { clientKey } = request
      const key = clientKey && user !== undefined ? remember(user, clientKey) : undefined
      const origin = {
        ...originOf(request, { keyId: clientKey?.keyId, keyHash: key?.keyHash }),
        user,
      }
      await appendWith({ kind: 'call', code, ref: undefined, ...origin }, { key, user: user ?? '' })
    }
    let answer: unknown
    try {
      answer = await run()
    } catch (error) {
      await write(codeOf(error)).catch(() => {})
      throw error
    }
    await write('0', answer).catch((cause: unknown) => {
      throw new GatewayError('00006', 'The service is paused, please try again later', { cause })
    })
    return answer
  }

  /**
   * Copies, one after the other; answers when to go on. What fails is tried again with the next.
   */
  function copy({ isEnough }: { isEnough: () => boolean }): Promise<number> {
    const begun = clock.monotonic()
    const run = async (): Promise<number> =>
      (await copier?.run({ isEnough })) === false
        ? (clock.monotonic() - begun) * EMBEDDED_REST
        : COPY_MS
    copying = copying.then(run).catch((error: unknown) => {
      log.warn('The audit log waits for the database', { error: String(error) })
      return COPY_MS
    })
    return copying
  }

  /** Space may be back before anybody writes again. */
  async function probe(): Promise<void> {
    const results = lostResults
    await chain?.append([{ kind: 'gap', results, refusals: undefined }])
    lostResults -= results
    log.info('The audit log can be written again')
  }

  /** How many refusals have no entry, instead of an entry for each. */
  async function countUnkept(): Promise<void> {
    const refusals = unkept
    if (refusals === 0) return
    await append([{ kind: 'gap', results: 0, refusals }])
    unkept -= refusals
  }

  async function sync(): Promise<number> {
    if (chain?.isWritable() === false || lostResults > 0) await probe().catch(() => {})
    await countUnkept().catch(() => {})
    await chain
      ?.sync()
      .catch((error: AuditError) =>
        log.error('The audit log could not be synced', { error: String(error.cause) }),
      )
    return SYNC_MS
  }

  /** Runs after so many milliseconds, and again after as many as the run answers. */
  function repeat(first: number, run: () => Promise<number>): { cancel(): void } {
    let isOver = false
    let timer = clock.after(first, tick)
    function tick(): void {
      void run().then((ms) => {
        if (!isOver) timer = clock.after(ms, tick)
      })
    }
    return {
      cancel() {
        isOver = true
        timer.cancel()
      },
    }
  }

  return {
    call(spec, request, run) {
      if (!isAudited(spec)) return run()
      const { session, signKeyId: keyId } = request
      if (session && keyId !== null)
        return callSigned(spec, { request, keyId, user: session.userId, run })
      return callUnsigned(spec, { request, run })
    },
    keeping: (lookup) => ({
      async find(query) {
        const key = await lookup.find(query)
        if (key && query.userId !== undefined)
          remember(query.userId, { keyId: query.keyId, ...key })
        return key
      },
    }),
    isWritable: () => chain?.isWritable() ?? false,
    async start() {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      chain = openAuditChain({
        ...options,
        ...options.files,
        dir,
        node: hostname(),
        follows: await previousEnds({ db, dir }),
      })
      copier = createAuditCopier({ dir, db, clock, log, chain })
      const isEnough = () => db.kind === 'embedded'
      timers = [repeat(COPY_MS, () => copy({ isEnough })), repeat(SYNC_MS, sync)]
    },
    async stop() {
      for (const timer of timers) timer.cancel()
      await chain?.sync().catch(() => {})
      const end = clock.monotonic() + LAST_COPY_MS
      await copy({ isEnough: () => clock.monotonic() > end })
      chain?.close()
      chain = undefined
    },
  }
}

interface Signed {
  readonly request: GatewayRequest
  readonly keyId: string
  readonly user: string
  readonly run: () => Promise<unknown>
}

function refuse(cause: unknown): never {
  throw new GatewayError('00006', 'Trading is paused, please try again later', {
    data: { taken: false },
    cause,
  })
}

function withRefs(answer: unknown): { refs?: readonly string[] } {
  const refs = refsOf(answer)
  return refs ? { refs } : {}
}

/**
 * Where the folder's newest chain ends, and the table's, which another machine may have written.
 */
async function previousEnds({ db, dir }: { db: Database; dir: string }): Promise<ChainLink[]> {
  const [row] = await db.query<{ chain: string; seq: bigint; hash: string }>(
    'select chain, seq, hash from audit_entry order by chain desc, seq desc limit 1',
  )
  const ends = [lastLink(dir), row && { ...row, seq: Number(row.seq) }].filter(
    (end) => end !== undefined,
  )
  return ends.length === 2 && ends[0]?.chain === ends[1]?.chain ? ends.slice(0, 1) : ends
}
