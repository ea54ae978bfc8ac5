import type { Refusal } from './createCleaner.ts'
import type { PolicyExtension } from './policy.ts'
import type { UrlOptions } from './urls.ts'

export interface SanitizerOptions extends UrlOptions {
  /** Classes and tags that the host allows beside the policy's own. */
  readonly extend?: PolicyExtension
  /** Hears of HTML that was refused. */
  readonly onRefused?: (refusal: Refusal) => void
}
