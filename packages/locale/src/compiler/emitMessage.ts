import { styleOptions } from './formatStyles.ts'
import { hasTags } from './messageShape.ts'
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type Element } from './parseMessage.ts'
import { isLiteral, property, quote, withoutStrings } from './quoteText.ts'

export interface EmitOptions {
  /**
   * Names the option object of a styled argument: made once a module, it is the key of the
   * formatter cache.
   */
  readonly hoist: (options: Readonly<Record<string, unknown>>) => string
  /**
   * Wrap arguments, numbers and dates in first-strong isolates: for right-to-left languages, where
   * a Latin name would drag its neighbours along.
   */
  readonly isolate: boolean
  /** Plural rules of another language: for a text that has fallen back to it. */
  readonly rulesTag?: string | undefined
}

interface Scope extends EmitOptions {
  /** Expression of a plural category -> the constant that holds it. */
  readonly categories: Map<string, string>
  /** The count that `#` shows. */
  readonly pound?: string
}

/**
 * The JavaScript of one message: a string, an array (text with tags), or an arrow function of its
 * arguments.
 */
export function emitMessage(elements: readonly Element[], options: EmitOptions): string {
  const scope: Scope = { ...options, categories: new Map() }
  const body = hasTags(elements) ? emitParts(elements, scope) : emitText(elements, scope)
  const names = withoutStrings(body)
  const usesFormat = /\bf\./.test(names) || scope.categories.size > 0
  if (!usesFormat && !/\ba[.[]/.test(names)) return body
  const head = usesFormat ? '(a, f) =>' : '(a) =>'
  if (scope.categories.size === 0) return `${head} ${body}`
  const constants = [...scope.categories]
    .map(([call, name]) => `const ${name} = ${call}; `)
    .join('')
  return `${head} { ${constants}return ${body} }`
}

/** An expression that is certainly a string. */
function emitText(elements: readonly Element[], scope: Scope): string {
  const terms: string[] = []
  for (const term of elements.flatMap((element) => emitTerms(element, scope))) {
    const last = terms.at(-1)
    if (last !== undefined && isLiteral(last) && isLiteral(term))
      terms[terms.length - 1] = last.slice(0, -1) + term.slice(1)
    else terms.push(term)
  }
  // Two numbers side by side would be added up, and one alone would stay a number.
  const bare = terms[0] === undefined || /^a[.[]/.test(terms[0])
  return (bare ? ['""', ...terms] : terms).join(' + ')
}

function emitTerms(element: Element, scope: Scope): string[] {
  switch (element.type) {
    case TYPE.literal:
      return [quote(element.value)]
    case TYPE.argument:
      return isolated(property(element.value), scope)
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      return isolated(emitStyled(element, scope), scope)
    case TYPE.pound:
      return isolated(`f.number(${scope.pound ?? '0'})`, scope)
    case TYPE.plural:
    case TYPE.select:
      return [`(${emitChoice(element, { scope, emit: emitText })})`]
    case TYPE.tag:
      return [emitText(element.children, scope)]
  }
}

/**
 * Numbers too: the minus of `-5` and the parts of a date would change sides with the words around
 * them.
 */
function isolated(term: string, { isolate }: Scope): string[] {
  return isolate ? [quote('\u2068'), term, quote('\u2069')] : [term]
}

function emitStyled(
  element: Extract<Element, { type: TYPE.number | TYPE.date | TYPE.time }>,
  { hoist }: Scope,
): string {
  const options = styleOptions(element) ?? {}
  const verb = element.type === TYPE.number ? 'number' : 'date'
  const rest = Object.keys(options).length > 0 ? `, ${hoist(options)}` : ''
  return `f.${verb}(${property(element.value)}${rest})`
}

interface ChoiceOptions {
  readonly scope: Scope
  readonly emit: (elements: readonly Element[], scope: Scope) => string
}

/** Plural and select as nested conditions: nothing but the chosen branch is ever evaluated. */
function emitChoice(
  element: Extract<Element, { type: TYPE.plural | TYPE.select }>,
  { scope, emit }: ChoiceOptions,
): string {
  const value = property(element.value)
  const { other, ...options } = element.options
  const last = other?.value ?? []
  if (element.type === TYPE.select) {
    return (
      Object.entries(options)
        .map(([key, { value: branch }]) => `${value} === ${quote(key)} ? ${emit(branch, scope)} : `)
        .join('') + emit(last, scope)
    )
  }
  const count = element.offset ? `${value} - ${element.offset}` : value
  const inner = { ...scope, pound: count }
  // `=1` means the number itself and goes first; a category means what the offset leaves.
  const exact = (key: string) => key.startsWith('=')
  const keys = Object.keys(options).sort((one, two) => Number(exact(two)) - Number(exact(one)))
  const cases = keys.map((key) => {
    const condition = exact(key)
      ? `${value} === ${Number(key.slice(1))}`
      : `${emitCategory(element.pluralType, { count, scope })} === ${quote(key)}`
    return `${condition} ? ${emit(options[key]?.value ?? [], inner)} : `
  })
  return cases.join('') + emit(last, inner)
}

function emitCategory(
  type: Intl.PluralRulesOptions['type'],
  { count, scope }: { readonly count: string; readonly scope: Scope },
): string {
  const tag = scope.rulesTag === undefined ? '' : `, ${quote(scope.rulesTag)}`
  const call = `f.${type === 'ordinal' ? 'ordinal' : 'plural'}(${count}${tag})`
  const name = scope.categories.get(call) ?? `p${scope.categories.size}`
  scope.categories.set(call, name)
  return name
}

/** A text with tags as an array of strings and tags. */
function emitParts(elements: readonly Element[], scope: Scope): string {
  const parts: string[] = []
  let run: Element[] = []
  for (const element of elements) {
    if (!hasTags([element])) {
      run.push(element)
      continue
    }
    if (run.length > 0) parts.push(emitText(run, scope))
    run = []
    parts.push(emitTagged(element, scope))
  }
  if (run.length > 0) parts.push(emitText(run, scope))
  return `[${parts.join(', ')}]`
}

function emitTagged(element: Element, scope: Scope): string {
  if (element.type === TYPE.tag)
    return `{ tag: ${quote(element.value)}, children: ${emitParts(element.children, scope)} }`
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return `...(${emitChoice(element, { scope, emit: emitParts })})`
  return emitText([element], scope)
}
