import { SanitizeError } from './SanitizeError.ts'

/** What may stay, as data: both engines and the pruner read this one object (S1). */
export interface Policy {
  /** Tag -> the attributes it may have beside the global ones. */
  readonly tags: Readonly<Record<string, readonly string[]>>
  readonly globalAttributes: readonly string[]
  /** Values that `class` may hold. */
  readonly classes: readonly string[]
  /** Elements that go with everything inside; others leave their text behind. */
  readonly dropBodies: readonly string[]
  /** Elements nested deeper lose their tags. */
  readonly maxDepth: number
  /** Input of more bytes is refused. */
  readonly maxBytes: number
}

const words = (text: string) => text.split(' ')
const INLINE = words('abbr b br code del em i ins kbd mark q s small span strong sub sup u')
/** They end an open paragraph. */
const BLOCKS = words('blockquote dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table ul')
const TABLE_PARTS = words('caption colgroup tbody tfoot thead tr')
/** Allowed on demand: no more than boxes and phrases, so that S2's list cannot be reached. */
const EXTRA_BLOCKS = words(
  'address article aside figcaption figure footer header hgroup main nav section',
)
const EXTRA_INLINE = words('bdi bdo cite dfn samp time var')

const SIZE = ['width', 'height']
const CELL = ['colspan', 'rowspan', ...SIZE]

/** The policy without additions: 512 KB of UTF-8 at most, no `style`, `id` or `name`. */
export const policy: Policy = {
  tags: {
    ...Object.fromEntries([...INLINE, ...BLOCKS, ...TABLE_PARTS].map((tag) => [tag, []])),
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', ...SIZE],
    table: SIZE,
    col: SIZE,
    td: CELL,
    th: CELL,
  },
  globalAttributes: words('title dir lang align class'),
  classes: [],
  dropBodies: words(
    'script style noscript textarea title option template xmp plaintext noembed ' +
      'noframes listing iframe',
  ),
  maxDepth: 200,
  maxBytes: 512 * 1024,
}

export const blocks: ReadonlySet<string> = new Set([...BLOCKS, ...EXTRA_BLOCKS])

/** Classes and plain tags that an app allows in addition. */
export interface PolicyExtension {
  /** Values that `class` may hold besides. */
  readonly classes?: readonly string[]
  /** Further tags, with the global attributes: `section`, `figure`, `cite` and their like. */
  readonly tags?: readonly string[]
}

/**
 * The policy with additions, and a lower limit of bytes. Throws `policy-forbidden` for any other
 * tag: script, style, svg, forms … can never be allowed (S2); `limit-invalid` for a limit that is
 * no whole number from 1 to the policy's own.
 */
export function extendPolicy(
  { classes = [], tags = [] }: PolicyExtension,
  { maxBytes = policy.maxBytes }: { readonly maxBytes?: number | undefined } = {},
): Policy {
  const forbidden = tags.find((tag) => ![...EXTRA_BLOCKS, ...EXTRA_INLINE].includes(tag))
  if (forbidden !== undefined) throw new SanitizeError('policy-forbidden', forbidden)
  if (!Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > policy.maxBytes)
    throw new SanitizeError('limit-invalid', String(maxBytes))
  const allowed = {
    classes: [...policy.classes, ...classes],
    tags: { ...policy.tags, ...Object.fromEntries(tags.map((tag) => [tag, []])) },
  }
  return { ...policy, ...allowed, maxBytes }
}
