import type { Clock, TimerHandle } from '@x/kit'
import type { DeviceTransport } from './token/requestToken.ts'

/** How the fake service responds to a request. */
export type FakeAnswer =
  | { readonly token: string; readonly afterMs?: number }
  | { readonly fails: true; readonly afterMs?: number }
  | { readonly hangs: true }

/** A fake device service with request statistics. */
export interface FakeTokenService extends DeviceTransport {
  /** Wall times of the requests in milliseconds. */
  readonly requests: readonly number[]
  /** Number of pending requests. */
  inFlight(): number
  /** Highest number of concurrent requests. */
  maxInFlight(): number
}

/** Options of `createFakeTokenService`. */
export interface FakeTokenServiceOptions {
  readonly clock: Clock
  /** The response to the n-th request, from 0. Default: a new good token each time, at once. */
  readonly answer?: (request: number) => FakeAnswer
}

/** A token of the valid length. */
export function fakeToken(seed = 0): string {
  return seed.toString(16).padStart(40, 'a')
}

/** Creates a device service for tests on a manual clock. */
export function createFakeTokenService({
  clock,
  answer = (request) => ({ token: fakeToken(request) }),
}: FakeTokenServiceOptions): FakeTokenService {
  const requests: number[] = []
  let inFlight = 0
  let most = 0
  return {
    requests,
    inFlight: () => inFlight,
    maxInFlight: () => most,
    fetchToken({ signal }) {
      const plan = answer(requests.length)
      requests.push(clock.now())
      most = Math.max(most, ++inFlight)
      return new Promise<string>((resolve, reject) => {
        let timer: TimerHandle | undefined
        let isOpen = true
        const end = (run: () => void) => () => {
          if (!isOpen) return
          isOpen = false
          inFlight--
          timer?.cancel()
          run()
        }
        signal.addEventListener(
          'abort',
          end(() => reject(signal.reason as Error)),
          { once: true },
        )
        if ('hangs' in plan) return
        const finish = end(() =>
          'fails' in plan ? reject(new Error('The device service failed.')) : resolve(plan.token),
        )
        if (plan.afterMs) timer = clock.after(plan.afterMs, finish)
        else finish()
      })
    },
  }
}
