/** The names of a GeeTest v4 challenge; the reference gateway's own script has the same ones. */
export interface ChallengeConfig {
  readonly captchaId: string
  /** `bind`: no button of its own, shown by `showCaptcha`. */
  readonly product: 'bind'
  readonly language: string
  /** Milliseconds for each request the challenge makes. */
  readonly timeout: number
}

export interface Challenge {
  onReady(listener: () => void): unknown
  onSuccess(listener: () => void): unknown
  onError(listener: (error: unknown) => void): unknown
  onClose(listener: () => void): unknown
  showCaptcha(): void
  /** The proof of the solved challenge; nothing while it is unsolved. */
  getValidate(): unknown
  reset(): void
  destroy(): void
}

export type InitChallenge = (
  config: ChallengeConfig,
  callback: (challenge: Challenge) => void,
) => void

/**
 * Brings the script that draws the challenge; `browserCaptchaProvider` loads it from the site's
 * static path.
 */
export interface CaptchaProvider {
  /** May be called for every challenge; after a failure the next call tries again. */
  load(): Promise<InitChallenge>
}
