import type { Clock } from '@x/kit'
import { CaptchaError } from './CaptchaError.ts'
import type { CaptchaProvider, InitChallenge } from './provider.ts'

export interface BrowserProviderOptions {
  /** The script, on the site's own static path. */
  readonly src: string
  readonly clock: Clock
  /** Its hash, so that a changed script does not run. */
  readonly integrity?: string
  /** Default `initGeetest4`. */
  readonly globalName?: string
  /** Milliseconds; default 10,000. */
  readonly timeoutMs?: number
  /** Vouches for the address where Trusted Types are enforced: a policy's `createScriptURL`. */
  readonly createScriptUrl?: (src: string) => { toString(): string }
}

/**
 * Loads the challenge script once. A failure clears tag and memory, so that the next call tries
 * again (C8). The only file that touches the page.
 */
export function browserCaptchaProvider({
  src,
  clock,
  integrity,
  globalName = 'initGeetest4',
  timeoutMs = 10_000,
  createScriptUrl,
}: BrowserProviderOptions): CaptchaProvider {
  let loading: Promise<InitChallenge> | undefined

  const defined = (): InitChallenge | undefined => {
    const value: unknown = Reflect.get(globalThis, globalName)
    return typeof value === 'function' ? (value as InitChallenge) : undefined
  }

  const inject = () =>
    new Promise<InitChallenge>((resolve, reject) => {
      const script = document.createElement('script')
      const fail = (code: 'script-load' | 'script-timeout' | 'script-global') => {
        timer.cancel()
        script.onload = script.onerror = null
        script.remove()
        reject(new CaptchaError(code))
      }
      const timer = clock.after(timeoutMs, () => fail('script-timeout'))
      script.onerror = () => fail('script-load')
      script.onload = () => {
        const init = defined()
        if (!init) return fail('script-global')
        timer.cancel()
        resolve(init)
      }
      script.async = true
      if (integrity !== undefined) {
        script.integrity = integrity
        script.crossOrigin = 'anonymous'
      }
      // The DOM's types know only strings here; a TrustedScriptURL must arrive as itself.
      script.src = (createScriptUrl ? createScriptUrl(src) : src) as string
      document.head.append(script)
    })

  return {
    load() {
      const present = defined()
      if (present) return Promise.resolve(present)
      loading ??= inject().finally(() => (loading = undefined))
      return loading
    },
  }
}
