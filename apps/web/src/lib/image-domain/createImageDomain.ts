import { type Clock, createMachine, createStore, type KeyValueStorage, type Store } from '@x/kit'
import { createJsonEntry } from '@x/storage'
import { candidateOrigins } from './candidates.ts'
import { imageDomainTable, type ImageDomainStatus } from './imageDomainMachine.ts'
import type { LoadImage, Measured, measureDomains } from './measureDomains.ts'

export interface ImageDomainOptions {
  /** Where images come from without any domain: the page's own origin as `''`, or the gateway's. */
  readonly own: string
  /** Domains that serve the same paths as `own` (spec section 7); what is no origin is left out. */
  readonly candidates: readonly string[]
  readonly loadImage: LoadImage
  readonly storage: KeyValueStorage
  readonly clock: Clock
  readonly key: string
  /** The small image of the test. */
  readonly probePath?: string
  /** Default 2. */
  readonly samples?: number
  /** Milliseconds for one load; default 3,000. */
  readonly limitMs?: number
  /** How long a result stands; default a day (docs/adr/gateway.md). */
  readonly maxAgeMs?: number
}

export interface ImageDomainState {
  readonly status: ImageDomainStatus
  /** Put before the path of an image. */
  readonly origin: string
}

export interface ImageDomain extends Store<ImageDomainState> {
  /**
   * Recalls a domain or looks for the fastest; never rejects. Without candidates it asks nobody.
   */
  start(): Promise<void>
  /**
   * Of an image whose file `own` has and this domain has not: the next one takes over, at last
   * `own`. The next page tests again.
   */
  failed(origin: string): void
  dispose(): void
}

interface Remembered {
  readonly origin: string
  readonly at: number
}

export const PROBE_PATH = '/static/image-domain/probe.png'
const DAY_MS = 86_400_000

/**
 * Finds the domain that serves images fastest, and remembers it (spec section 7). Until it is
 * found, and wherever none serves, images come from `own`.
 */
export function createImageDomain({
  own,
  loadImage,
  storage,
  clock,
  key,
  probePath = PROBE_PATH,
  samples = 2,
  limitMs = 3_000,
  maxAgeMs = DAY_MS,
  ...options
}: ImageDomainOptions): ImageDomain {
  const candidates = candidateOrigins(options.candidates).filter((origin) => origin !== own)
  const machine = createMachine(imageDomainTable, 'idle')
  const state = createStore<ImageDomainState>({ status: 'idle', origin: own })
  const entry = createJsonEntry<Remembered>({ storage, key, parse: parseRemembered })
  const ended = new AbortController()
  const isCandidate = (origin: string): boolean => origin === own || candidates.includes(origin)
  const unsubscribe = entry.subscribe(
    (remembered) => void (isCurrent(remembered) && become('recall', remembered.origin)),
  )
  /** Who comes next when the first fails; the fastest first. */
  let ranking: readonly string[] = []
  let running: Promise<void> | undefined

  function isCurrent(remembered: Remembered | undefined): remembered is Remembered {
    if (!remembered || candidates.length === 0 || !isCandidate(remembered.origin)) return false
    return isYoung(remembered.at, { now: clock.now(), maxAgeMs })
  }

  function become(event: 'recall' | 'measure' | 'settle', origin: string): void {
    if (ended.signal.aborted || !machine.send(event)) return
    state.setState({ status: machine.store.getState(), origin })
  }

  async function measure(): Promise<void> {
    become('measure', own)
    const test = { loadImage, clock, probePath, samples, limitMs, signal: ended.signal }
    const measured = await measureLate([own, ...candidates], test)
    // Another tab may have settled it meanwhile, and this page have images from there already.
    if (ended.signal.aborted || machine.store.getState() !== 'measuring') return
    const [fastest, ...others] = measured.map(({ origin }) => origin)
    ranking = others
    become('settle', fastest ?? own)
    // Nobody answered: the network is down, and says nothing about domains.
    if (fastest !== undefined) entry.set({ origin: fastest, at: clock.now() })
  }

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    async start() {
      if (candidates.length === 0 || ended.signal.aborted) return
      const remembered = entry.get()
      if (isCurrent(remembered)) return become('recall', remembered.origin)
      await (running ??= measure().finally(() => (running = undefined)))
    },
    failed(origin) {
      if (origin === own || state.getState().origin !== origin) return
      entry.remove()
      const [next = own, ...others] = ranking
      ranking = others
      become('recall', next)
    },
    dispose() {
      ended.abort()
      unsubscribe()
    },
  }
}

/** From the future: the clock was set back, and the record would stand too long. */
const isYoung = (at: number, { now, maxAgeMs }: { now: number; maxAgeMs: number }) =>
  now >= at && now - at < maxAgeMs

/**
 * Only a page whose images have several domains fetches the test; without the test nobody is
 * faster.
 */
async function measureLate(
  ...test: Parameters<typeof measureDomains>
): Promise<readonly Measured[]> {
  try {
    return await (await import('./measureDomains.ts')).measureDomains(...test)
  } catch {
    return []
  }
}

function parseRemembered(value: unknown): Remembered | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { origin, at } = value as Record<string, unknown>
  return typeof origin === 'string' && typeof at === 'number' && Number.isFinite(at)
    ? { origin, at }
    : undefined
}
