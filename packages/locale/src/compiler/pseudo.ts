import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type Element } from './parseMessage.ts'

/**
 * Test languages made from the source: `en-XA` is accented, bracketed and two fifths longer;
 * `en-XB` runs from right to left.
 */
export type PseudoLocale = 'en-XA' | 'en-XB'
/** Both of them. */
export const PSEUDO_LOCALES: readonly PseudoLocale[] = ['en-XA', 'en-XB']

/**
 * Languages lengthen a text by words: a padding of one piece would ask for boxes that no language
 * needs.
 */
const LONGEST_PAD = 10
const PLAIN = 'AaBCcDdEeGgHhIiJjKkLlNnOoPRrSsTtUuWwYyZz'
const ACCENTED = 'ÅåƁÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöÞŔŕŠšŢţÛûŴŵÝýŽž'

export function pseudoMessage(elements: readonly Element[], pseudo: PseudoLocale): Element[] {
  if (pseudo === 'en-XB') return mapLiterals(elements, mirrored)
  const padding = '~'
    .repeat(Math.max(1, Math.ceil(longest(elements) * 0.4)))
    .replace(new RegExp(`~{${LONGEST_PAD}}(?=~)`, 'g'), '$& ')
  // The brackets show where a text is cut off, and where two texts have been glued together.
  return [literal('['), ...mapLiterals(elements, accented), literal(`${padding}]`)]
}

function accented(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
}

/**
 * Every word in a right-to-left override, between right-to-left marks: English letters that behave
 * like Arabic ones.
 */
function mirrored(text: string): string {
  return text.replace(/[\p{L}\p{N}]+/gu, '\u200f\u202e$&\u202c\u200f')
}

function literal(value: string): Element {
  return { type: TYPE.literal, value }
}

function mapLiterals(elements: readonly Element[], change: (text: string) => string): Element[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return literal(change(element.value))
    if (element.type === TYPE.tag)
      return { ...element, children: mapLiterals(element.children, change) }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
    const options = Object.entries(element.options).map(([key, option]) => [
      key,
      { ...option, value: mapLiterals(option.value, change) },
    ])
    return { ...element, options: Object.fromEntries(options) }
  })
}

/** Letters of the longest way through the message; an argument counts four. */
function longest(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length
    if (element.type === TYPE.tag) return sum + longest(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return sum + 4
    return sum + Math.max(...Object.values(element.options).map((option) => longest(option.value)))
  }, 0)
}
