import type { Clock } from '@x/kit'
import { CaptchaError } from './CaptchaError.ts'
import type { CaptchaProvider, InitChallenge } from './provider.ts'

/** Options of `browserCaptchaProvider`. */
export interface BrowserProviderOptions {
  /** URL of the challenge script on the site's static path. */
  readonly src: string
  readonly clock: Clock
  /** Subresource integrity value; a changed script does not run. */
  readonly integrity?: string
  /** Name of the script's global function. Default `initGeetest4`. */
  readonly globalName?: string
  /** Load timeout in milliseconds. Default 10,000. */
  readonly timeoutMs?: number
  /** `createScriptURL` of a Trusted Types policy, for pages that enforce them. */
  readonly createScriptUrl?: (src: string) => { toString(): string }
}

/**
 * Creates a provider that loads the challenge script once. A failure removes the tag, so that the
 * next call loads again (C8). The only file that uses browser globals.
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
      // The DOM types accept only strings here; a TrustedScriptURL must be assigned as is.
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
