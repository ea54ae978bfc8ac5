import { keptAttributes } from './attributes.ts'
import type { Engine, EngineRules } from './engine.ts'
import type { Policy } from './policy.ts'
import { prune } from './prune.ts'
import type { UrlRules } from './urls.ts'

/** Input that was refused, by its size in bytes or by an engine's failure; never its content. */
export interface Refusal {
  readonly reason: 'too-large' | 'engine'
  readonly bytes: number
}

export interface CleanerOptions {
  readonly policy: Policy
  readonly urls: UrlRules
  readonly onRefused: (refusal: Refusal) => void
}

/** Clean HTML by the engine; `''` for what is refused. Never throws. */
export type Cleaner = (html: unknown, engine: Engine) => string

/** The way of HTML through size limit, pruner and engine, the same for both engines. */
export function createCleaner({ policy, urls, onRefused }: CleanerOptions): Cleaner {
  const elements = Object.fromEntries(
    Object.entries(policy.tags).map(([tag, own]) => [tag, [...own, ...policy.globalAttributes]]),
  )
  const rules: EngineRules = {
    policy,
    elements,
    keep(tag, attributes) {
      const allowed = Object.hasOwn(elements, tag) && elements[tag]
      return allowed ? keptAttributes(attributes, { allowed, rules: { policy, urls } }) : null
    },
  }
  return (html, engine) => {
    if (typeof html !== 'string' || html === '') return ''
    const bytes = new TextEncoder().encode(html).length
    if (bytes > policy.maxBytes) return (onRefused({ reason: 'too-large', bytes }), '')
    try {
      // A carriage return written as a reference would be a line feed to the next parser.
      return engine(prune(html, rules), rules).replace(/\r\n?/g, '\n')
    } catch {
      // A sanitiser that fails must not let anything pass, nor take the page down.
      return (onRefused({ reason: 'engine', bytes }), '')
    }
  }
}
