/**
 * Configuration of a GeeTest v4 challenge. The reference gateway's script has the same interface.
 */
export interface ChallengeConfig {
  readonly captchaId: string
  /** `bind`: without its own button; shown by `showCaptcha`. */
  readonly product: 'bind'
  readonly language: string
  /** Timeout of each of the challenge's requests, in milliseconds. */
  readonly timeout: number
}

/** A GeeTest v4 challenge. */
export interface Challenge {
  onReady(listener: () => void): unknown
  onSuccess(listener: () => void): unknown
  onError(listener: (error: unknown) => void): unknown
  onClose(listener: () => void): unknown
  showCaptcha(): void
  /** The proof of the solved challenge; falsy while unsolved. */
  getValidate(): unknown
  reset(): void
  destroy(): void
}

/** The script's global function, which creates a challenge. */
export type InitChallenge = (
  config: ChallengeConfig,
  callback: (challenge: Challenge) => void,
) => void

/** Loads the challenge script. `browserCaptchaProvider` loads it from the site's static path. */
export interface CaptchaProvider {
  /** Called for every challenge; after a failure the next call loads again. */
  load(): Promise<InitChallenge>
}
