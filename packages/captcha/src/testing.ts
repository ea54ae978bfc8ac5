import type { CaptchaProvider, Challenge, ChallengeConfig } from './provider.ts'

/** Events of a challenge. */
export type ScriptedEvent = 'ready' | 'success' | 'error' | 'close'

/** A challenge controlled by the test. */
export interface ScriptedChallenge {
  readonly config: ChallengeConfig
  /** Calls the listeners of an event, as the script would. */
  fire(event: ScriptedEvent, detail?: unknown): void
  /** Return value of `getValidate`. */
  proof: unknown
  shown: number
  destroyed: number
}

/** A provider that records its challenges. */
export interface ScriptedProvider extends CaptchaProvider {
  readonly challenges: readonly ScriptedChallenge[]
  readonly loads: number
}

/** Options of `createScriptedProvider`. */
export interface ScriptedOptions {
  /** Called for each new challenge; fire events here to script a session. */
  readonly onChallenge?: (challenge: ScriptedChallenge) => void
  /** Default: resolves. Reject to simulate a script that fails to load. */
  readonly load?: () => Promise<void>
}

/** Creates a provider whose challenges the test controls, without script or DOM. */
export function createScriptedProvider({
  onChallenge,
  load = async () => {},
}: ScriptedOptions = {}): ScriptedProvider {
  const challenges: ScriptedChallenge[] = []
  let loads = 0
  return {
    challenges,
    get loads() {
      return loads
    },
    async load() {
      loads++
      await load()
      return (config, callback) => {
        const listeners: Record<ScriptedEvent, ((detail: unknown) => void)[]> = {
          ready: [],
          success: [],
          error: [],
          close: [],
        }
        const scripted: ScriptedChallenge = {
          config,
          proof: { lot_number: 'l', captcha_output: 'o', pass_token: 'p', gen_time: '1' },
          shown: 0,
          destroyed: 0,
          fire: (event, detail) => listeners[event].forEach((listener) => listener(detail)),
        }
        const challenge: Challenge = {
          onReady: (listener) => listeners.ready.push(listener),
          onSuccess: (listener) => listeners.success.push(listener),
          onError: (listener) => listeners.error.push(listener),
          onClose: (listener) => listeners.close.push(listener),
          showCaptcha: () => void scripted.shown++,
          getValidate: () => scripted.proof,
          reset: () => {},
          destroy: () => void scripted.destroyed++,
        }
        challenges.push(scripted)
        callback(challenge)
        onChallenge?.(scripted)
      }
    },
  }
}
