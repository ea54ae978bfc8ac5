import { UiTestError } from './UiTestError.ts'

export interface TestDriversOptions {
  /**
   * Where widgets are looked for; popups are looked for in its whole document. Default: the body.
   */
  readonly root?: Element | undefined
  /**
   * React's `act`, where the test says `IS_REACT_ACT_ENVIRONMENT` (Testing Library does). Default:
   * work runs as in a page.
   */
  readonly act?: ((work: () => Promise<void>) => PromiseLike<void>) | undefined
  /** Milliseconds until an awaited thing counts as not come. Default 3000. */
  readonly timeout?: number | undefined
  /** Milliseconds pass. Default: real ones; a test with fake timers moves them here. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
}

/** What every driver works with: a place, a way to act in it and a way to wait. */
export interface DriverContext {
  readonly root: Element
  readonly document: Document
  /** Does something and lets the page answer. */
  act(work: () => void): Promise<void>
  /** The first answer of `look` that is neither `undefined`, `null` nor `false`. */
  until<T>(what: string, look: () => T | undefined | null | false): Promise<T>
  /** The same context in another place. */
  within(root: Element): DriverContext
}

const DEFAULT_TIMEOUT = 3000
/** A frame: popups appear with one. */
const LOOK_EVERY = 16
const realSleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export function createDriverContext({
  root,
  act = (work) => work(),
  timeout = DEFAULT_TIMEOUT,
  sleep = realSleep,
}: TestDriversOptions = {}): DriverContext {
  const place = root ?? document.body
  return {
    root: place,
    document: place.ownerDocument,
    act: async (work) => {
      await act(async () => {
        work()
        await sleep(0)
      })
    },
    async until(what, look) {
      // Counted in looks, not read from a clock: a test may have stopped the clock.
      for (let waited = 0; waited <= timeout; waited += LOOK_EVERY) {
        const found = look()
        if (found !== undefined && found !== null && found !== false) return found
        await act(() => sleep(LOOK_EVERY))
      }
      throw new UiTestError('timeout', `Waited ${timeout} ms for ${what}.`)
    },
    within: (element) => createDriverContext({ root: element, act, timeout, sleep }),
  }
}
