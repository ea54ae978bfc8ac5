export {
  createCaptcha,
  type Captcha,
  type CaptchaOptions,
  type CaptchaState,
} from '../createCaptcha.ts'
export type { CaptchaResult, CaptchaTransport } from '../runFlow.ts'
export { captchaTable, type CaptchaEvent, type CaptchaStatus } from '../captchaMachine.ts'
export { CaptchaError, isCaptchaError, type CaptchaErrorCode } from '../CaptchaError.ts'
export { browserCaptchaProvider, type BrowserProviderOptions } from '../browser.ts'
export type { CaptchaProvider, Challenge, ChallengeConfig, InitChallenge } from '../provider.ts'
export type { CaptchaIdParameters, CaptchaRequest, CheckParameters } from '../wire.ts'
