export {
  createSanitizer,
  type BrowserSanitizerOptions,
  type HtmlPolicy,
  type Sanitizer,
  type TrustedTypesFactory,
} from '../browser.ts'
export type { Refusal } from '../createCleaner.ts'
export type { SanitizerOptions } from '../options.ts'
export { extendPolicy, policy, type Policy, type PolicyExtension } from '../policy.ts'
export { isSanitizeError, SanitizeError, type SanitizeErrorCode } from '../SanitizeError.ts'
export { safeText } from '../text.ts'
export type { UrlOptions, UrlRules } from '../urls.ts'
