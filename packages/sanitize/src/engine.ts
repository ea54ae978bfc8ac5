import type { Policy } from './policy.ts'

/** What an engine must know: the policy, and what an element keeps. */
export interface EngineRules {
  readonly policy: Policy
  /** Tag -> the attributes it may have. */
  readonly elements: Readonly<Record<string, readonly string[]>>
  /** The attributes that stay, with their values; `null` when the element itself may not stay. */
  keep(tag: string, attributes: Iterable<readonly [string, string]>): Map<string, string> | null
}

/** Parses pruned HTML and writes it anew with only what the rules keep. May throw. */
export type Engine = (html: string, rules: EngineRules) => string
