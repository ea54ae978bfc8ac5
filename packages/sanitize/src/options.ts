import type { Refusal } from './createCleaner.ts'
import type { PolicyExtension } from './policy.ts'
import type { UrlOptions } from './urls.ts'

/** Options that both sanitisers share. */
export interface SanitizerOptions extends UrlOptions {
  /** Classes and tags that the host allows beside the policy's own. */
  readonly extend?: PolicyExtension
  /**
   * Bytes of UTF-8 beyond which HTML is refused; default and most 524,288. A server sets 64 KB or
   * less: cleaning blocks its thread.
   */
  readonly maxBytes?: number
  /** Hears of HTML that was refused. */
  readonly onRefused?: (refusal: Refusal) => void
}
