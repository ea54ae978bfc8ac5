/** What the actions behind a captcha ask. */
export interface CaptchaGate {
  /**
   * Uses up a solved captcha: `bizId` must have been verified within the last ten minutes for one
   * of `scenes`, and serves one action. Answers whether it was good.
   */
  spend(bizId: unknown, scenes: readonly string[]): Promise<boolean>
}
