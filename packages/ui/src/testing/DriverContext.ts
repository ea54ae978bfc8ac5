import { UiTestError } from './UiTestError.ts'

/** Options of `createTestDrivers`. */
export interface TestDriversOptions {
  /**
   * Element in which widgets are searched; popups are searched in its document. Default: the body.
   */
  readonly root?: Element | undefined
  /**
   * React's `act`, for tests with `IS_REACT_ACT_ENVIRONMENT` (set by Testing Library). Default:
   * runs the work directly.
   */
  readonly act?: ((work: () => Promise<void>) => PromiseLike<void>) | undefined
  /** Milliseconds until a wait fails. Default 3000. */
  readonly timeout?: number | undefined
  /** Waits; a test with fake timers advances them here. Default: real time. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
}

/** What drivers share: the root element, a way to act and a way to wait. */
export interface DriverContext {
  readonly root: Element
  readonly document: Document
  /** Runs `work` and lets the page react. */
  act(work: () => void): Promise<void>
  /** Polls `look` until its result is not `undefined`, `null` or `false`. */
  until<T>(what: string, look: () => T | undefined | null | false): Promise<T>
  /** The same context with another root. */
  within(root: Element): DriverContext
}

const DEFAULT_TIMEOUT = 3000
/** Polling interval in milliseconds: one frame. */
const POLL_INTERVAL = 16
const realSleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Creates the context of the drivers. */
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
      // Counts polls instead of reading a clock, which a test may have stopped.
      for (let waited = 0; waited <= timeout; waited += POLL_INTERVAL) {
        const found = look()
        if (found !== undefined && found !== null && found !== false) return found
        await act(() => sleep(POLL_INTERVAL))
      }
      throw new UiTestError('timeout', `Waited ${timeout} ms for ${what}.`)
    },
    within: (element) => createDriverContext({ root: element, act, timeout, sleep }),
  }
}
