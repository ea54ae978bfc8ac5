import type { Policy } from './policy.ts'
import type { UrlRules } from './urls.ts'

const size = (value: string) => /^\d{1,4}%?$/.exec(value)?.[0]
const span = (value: string) => /^[1-9]\d{0,2}$/.exec(value)?.[0]

/** Attribute -> its value as it may stay; `undefined` removes it. One table for both engines. */
const VALUES: Readonly<
  Record<string, (value: string, rules: AttributeRules) => string | undefined>
> = {
  href: (value, { urls }) => urls.link(value),
  src: (value, { urls }) => urls.imageSource(value),
  class: (value, { policy }) =>
    value
      .split(/\s+/)
      .filter((name) => policy.classes.includes(name))
      .join(' '),
  target: (value) => /^_blank$/i.exec(value)?.[0].toLowerCase(),
  rel: (value) =>
    value
      .toLowerCase()
      .split(/\s+/)
      .filter((token) => /^(?:nofollow|noopener|noreferrer|ugc|sponsored)$/.test(token))
      .join(' '),
  width: size,
  height: size,
  colspan: span,
  rowspan: span,
  align: (value) => /^(?:left|center|right|justify)$/i.exec(value)?.[0].toLowerCase(),
  dir: (value) => /^(?:ltr|rtl|auto)$/i.exec(value)?.[0].toLowerCase(),
  lang: (value) => /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,4}$/i.exec(value)?.[0],
}

export interface AttributeRules {
  readonly policy: Policy
  readonly urls: UrlRules
}

/** Of an element's attributes those in `allowed`, with the values they may have. */
export function keptAttributes(
  attributes: Iterable<readonly [string, string]>,
  { allowed, rules }: { readonly allowed: readonly string[]; readonly rules: AttributeRules },
): Map<string, string> {
  const kept = new Map<string, string>()
  for (const [name, value] of attributes) {
    if (!allowed.includes(name)) continue
    const next = Object.hasOwn(VALUES, name) ? VALUES[name]?.(value, rules) : value
    // An empty `alt` says that the image is decoration; any other empty attribute says nothing.
    if (next || (next === '' && name === 'alt')) kept.set(name, next)
  }
  // A page opened by a link must not reach back.
  if (kept.has('target'))
    kept.set(
      'rel',
      [...new Set(['noopener', 'noreferrer', ...(kept.get('rel')?.split(' ') ?? [])])].join(' '),
    )
  return kept
}
