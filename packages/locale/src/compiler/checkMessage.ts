import type { FindingRule } from './findings.ts'
import { styleOptions } from './formatStyles.ts'
import { type MessageShape, messageShape } from './messageShape.ts'
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type Element, traverse } from './parseMessage.ts'

export interface Fault {
  readonly rule: FindingRule
  readonly message: string
}

export interface CheckOptions {
  /** Intl tag of the text's language. */
  readonly tag: string
  readonly allowedTags: ReadonlySet<string>
  /** Shape of the source text; omitted for the source itself. */
  readonly source?: MessageShape | undefined
}

/** Everything wrong with one parsed text. */
export function checkMessage(
  elements: readonly Element[],
  { tag, allowedTags, source }: CheckOptions,
): Fault[] {
  const faults: Fault[] = []
  for (const { element, inside } of traverse(elements))
    faults.push(...elementFaults(element, { inside, tag, allowedTags }))
  const shape = messageShape(elements)
  if (shape.clash)
    faults.push({
      rule: 'argument-kind',
      message: `{${shape.clash}} is used in two ways that no one type allows`,
    })
  return source ? [...faults, ...shapeFaults(shape, source)] : faults
}

interface Surroundings extends Pick<CheckOptions, 'tag' | 'allowedTags'> {
  readonly inside: readonly Element[]
}

function elementFaults(element: Element, { inside, tag, allowedTags }: Surroundings): Fault[] {
  switch (element.type) {
    case TYPE.literal:
      return literalFaults(element.value, inside)
    case TYPE.tag: {
      if (allowedTags.has(element.value)) return []
      const allowed = [...allowedTags].map((name) => `<${name}>`).join(' ')
      return [{ rule: 'tag', message: `<${element.value}> is not one of ${allowed}` }]
    }
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      return styleOptions(element)
        ? []
        : [{ rule: 'style', message: `{${element.value}} has a style that cannot be compiled` }]
    case TYPE.plural:
      return pluralFaults(element.value, {
        keys: Object.keys(element.options),
        type: element.pluralType ?? 'cardinal',
        tag,
      })
    default:
      return []
  }
}

function literalFaults(text: string, inside: readonly Element[]): Fault[] {
  const faults: Fault[] = []
  if (/<\/?[a-z!]|&(#\d+|#x[\da-f]+|[a-z][a-z\d]+);/i.test(text))
    faults.push({ rule: 'html', message: 'markup and entities would be shown as they are' })
  if (
    text.includes('#') &&
    inside.at(-1)?.type === TYPE.select &&
    inside.some(({ type }) => type === TYPE.plural)
  ) {
    faults.push({
      rule: 'pound',
      message: '"#" inside a select is not replaced; put the plural inside, or name the argument',
    })
  }
  return faults
}

interface PluralCheck {
  readonly keys: readonly string[]
  readonly type: Intl.PluralRuleType
  readonly tag: string
}

function pluralFaults(name: string, { keys, type, tag }: PluralCheck): Fault[] {
  const expected = new Set<string>(
    new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories,
  )
  const missing = [...expected].filter((category) => !keys.includes(category))
  const surplus = keys.filter((key) => !key.startsWith('=') && !expected.has(key))
  const parts = [
    missing.length > 0 && `lacks ${missing.join(', ')}`,
    surplus.length > 0 && `has ${surplus.join(', ')} in vain`,
  ].filter(Boolean)
  if (parts.length === 0) return []
  const keyword = type === 'ordinal' ? 'selectordinal' : 'plural'
  return [{ rule: 'plural-categories', message: `{${name}, ${keyword}} ${parts.join(' and ')}` }]
}

function shapeFaults(shape: MessageShape, source: MessageShape): Fault[] {
  const faults: Fault[] = []
  const differ = (
    rule: FindingRule,
    {
      ours,
      theirs,
      what,
    }: {
      readonly ours: Iterable<string>
      readonly theirs: Iterable<string>
      readonly what: string
    },
  ) => {
    const [here, there] = [[...ours].sort().join(', '), [...theirs].sort().join(', ')]
    if (here !== there)
      faults.push({
        rule,
        message: `${what}: ${here || 'none'}; in the source: ${there || 'none'}`,
      })
  }
  differ('arguments', { ours: shape.args.keys(), theirs: source.args.keys(), what: 'arguments' })
  differ('tags', { ours: shape.tags, theirs: source.tags, what: 'tags' })
  for (const [name, { kind, keys }] of shape.args) {
    const original = source.args.get(name)
    if (!original) continue
    // A language without plural forms may just print the number.
    if (kind !== original.kind && !(kind === 'number' && original.kind === 'plural'))
      faults.push({
        rule: 'argument-kind',
        message: `{${name}} is used as ${kind}; in the source as ${original.kind}`,
      })
    else if (kind === 'select')
      differ('select-keys', {
        ours: keys,
        theirs: original.keys,
        what: `keys of {${name}, select}`,
      })
  }
  return faults
}
