import { TYPE } from '@formatjs/icu-messageformat-parser'
import { branches, type Element, traverse } from './parseMessage.ts'

/** How a message uses an argument, the most demanding use first. */
export type ArgumentKind = 'plural' | 'number' | 'date' | 'select' | 'text'

export interface ArgumentShape {
  readonly kind: ArgumentKind
  /** Keys of its selects, without `other`. */
  readonly keys: ReadonlySet<string>
}

/** What a caller and a translation must agree on. */
export interface MessageShape {
  readonly args: ReadonlyMap<string, ArgumentShape>
  readonly tags: ReadonlySet<string>
  /** An argument that no type could describe: a date here, a count there. */
  readonly clash: string | undefined
}

const KINDS: Readonly<Partial<Record<Element['type'], ArgumentKind>>> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.date]: 'date',
  [TYPE.time]: 'date',
  [TYPE.select]: 'select',
  [TYPE.plural]: 'plural',
}

/** Which kind two uses of one argument make together; every pair that is not here clashes. */
const TOGETHER: Readonly<Record<string, ArgumentKind>> = {
  'plural number': 'plural',
  'number plural': 'plural',
  'plural text': 'plural',
  'text plural': 'plural',
  'text number': 'number',
  'number text': 'number',
  'text select': 'select',
  'select text': 'select',
}

export function messageShape(elements: readonly Element[]): MessageShape {
  const args = new Map<string, { kind: ArgumentKind; keys: Set<string> }>()
  const tags = new Set<string>()
  let clash: string | undefined
  for (const { element } of traverse(elements)) {
    if (element.type === TYPE.tag) tags.add(element.value)
    const kind = KINDS[element.type]
    if (!kind || !('value' in element)) continue
    const known = args.get(element.value) ?? { kind, keys: new Set<string>() }
    const together = known.kind === kind ? kind : TOGETHER[`${known.kind} ${kind}`]
    if (!together) clash ??= element.value
    known.kind = together ?? kind
    if (element.type === TYPE.select)
      for (const key of Object.keys(element.options)) if (key !== 'other') known.keys.add(key)
    args.set(element.value, known)
  }
  return { args, tags, clash }
}

export function hasTags(elements: readonly Element[]): boolean {
  return elements.some((element) => element.type === TYPE.tag || branches(element).some(hasTags))
}
