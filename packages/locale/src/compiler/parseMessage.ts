import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
// The parser has ES modules only: without the mode CommonJS could not read the declarations.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser' with {
  'resolution-mode': 'import',
}

export type Element = MessageFormatElement

export type ParsedMessage = { readonly elements: readonly Element[] } | { readonly fault: string }

export function parseMessage(text: string, tag: string): ParsedMessage {
  try {
    return { elements: parse(text, { locale: new Intl.Locale(tag), captureLocation: false }) }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** The parser throws its error codes as messages, with the place beside them. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { location } = error as {
    readonly location?: { readonly start: { readonly offset: number } }
  }
  const words = error.message.toLowerCase().replaceAll('_', ' ')
  return location ? `${words} at character ${location.start.offset + 1}` : words
}

/**
 * Every element of a message, those inside tags and branches included, with the chain of what
 * encloses it.
 */
export function* traverse(
  elements: readonly Element[],
  inside: readonly Element[] = [],
): Generator<{ readonly element: Element; readonly inside: readonly Element[] }> {
  for (const element of elements) {
    yield { element, inside }
    for (const children of branches(element)) yield* traverse(children, [...inside, element])
  }
}

export function branches(element: Element): readonly (readonly Element[])[] {
  if (element.type === TYPE.tag) return [element.children]
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).map((option) => option.value)
  return []
}
