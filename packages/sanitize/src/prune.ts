import type { EngineRules } from './engine.ts'
import { blocks } from './policy.ts'
import { tokens } from './tokens.ts'

const VOID = ['br', 'hr', 'img', 'col']
const SCOPE = ['table', 'td', 'th', 'caption']
const TABLE_PARTS = ['table', 'tbody', 'thead', 'tfoot', 'tr', 'colgroup']
const HEADING = /^h\d/
/** What an item of a list does not look through when it ends the item before it. */
const ITEM_STOPS = [...SCOPE, ...blocks].filter(
  (name) => !['li', 'dd', 'dt', 'p', 'div', 'address'].includes(name),
)
/** Where a part of a table belongs; the first is made where none is open. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  caption: ['table'],
  colgroup: ['table'],
  tbody: ['table'],
  thead: ['table'],
  tfoot: ['table'],
  col: ['colgroup'],
  tr: ['tbody', 'thead', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
}
/** A parser drops the first line feed of `pre`, so that each round would eat one. */
const PRE_LINES = /^(?:\n|&#(?:0*1[03]|x0*[ad])(?![\da-f]);?|&NewLine;)+/i

/**
 * Plain, well-nested HTML of allowed tags and attribute names only, its values untouched: what both
 * engines parse in the same way and in linear time. Everything is closed where HTML closes it, so
 * that no parser reopens formatting or moves content about; tags nested deeper than the limit are
 * cut, their texts stay (S6).
 */
export function prune(
  html: string,
  { policy, elements }: Pick<EngineRules, 'policy' | 'elements'>,
): string {
  const stack = createElementStack(policy.maxDepth)
  for (const token of tokens(html.replaceAll('\0', '').replace(/\r\n?/g, '\n'), policy)) {
    if (token.kind === 'text') stack.write(token.text)
    else if (!Object.hasOwn(elements, token.name)) continue
    else if (token.kind === 'open') {
      const allowed = elements[token.name]
      if (allowed) stack.enter(token.name, attributeText(token.attributes, allowed))
    } else {
      // Parts of a table end within it, everything else within its cell; a list holds its items.
      const stops = Object.hasOwn(PARENTS, token.name) ? ['table'] : SCOPE
      const limits = token.name === 'li' ? [...stops, 'ul', 'ol'] : stops
      stack.closeTo(stack.innermost([token.name], limits))
    }
  }
  stack.closeTo(0)
  return stack.html()
}

/** The elements that are open and the HTML written so far. */
function createOpenElements(maxDepth: number) {
  const out: string[] = []
  const open: string[] = []
  return {
    out,
    open,
    closeTo(depth: number): void {
      while (depth >= 0 && open.length > depth) out.push(`</${open.pop()}>`)
    },
    /** The position of the innermost of `names`, unless one of `stops` lies above it; else -1. */
    innermost(names: readonly string[], stops: readonly string[]): number {
      const at = open.findLastIndex((name) => names.includes(name) || stops.includes(name))
      return names.includes(open[at] ?? '') ? at : -1
    },
    top: () => open.at(-1) ?? '',
    /** Opens an element unless it would be too deep. */
    push(name: string, attributes = ''): boolean {
      if (open.length >= maxDepth) return false
      out.push(`<${name}${attributes}>`)
      if (!VOID.includes(name)) open.push(name)
      return true
    },
  }
}

/** Opens and closes what HTML opens and closes by itself. */
function createElementStack(maxDepth: number) {
  const { out, open, closeTo, innermost, top, push } = createOpenElements(maxDepth)
  const leaveColumns = () => closeTo(open.length - Number(top() === 'colgroup'))

  /** Goes to where a part of a table may stand, making what is missing; `false` outside tables. */
  function enterTable(name: string): boolean {
    const parents = PARENTS[name]
    if (!parents) return true
    const table = open.lastIndexOf('table')
    if (table < 0) return false
    const parent = open.findLastIndex((other, at) => at >= table && parents.includes(other))
    if (parent >= 0) return (closeTo(parent + 1), true)
    const missing = parents[0] ?? ''
    return enterTable(missing) && push(missing)
  }

  /**
   * Parsers move what stands between the parts of a table out of it; a cell keeps it in its place.
   */
  const intoCell = () => {
    if (TABLE_PARTS.includes(top()) && enterTable('td')) push('td')
  }

  /** Ends what HTML ends by itself before `name` opens. */
  function closeForChild(name: string): void {
    if (name === 'li') closeTo(innermost(['li'], ITEM_STOPS))
    if (name === 'dd' || name === 'dt') closeTo(innermost(['dd', 'dt'], ITEM_STOPS))
    if (blocks.has(name)) closeTo(innermost(['p'], SCOPE))
    if (HEADING.test(name) && HEADING.test(top())) closeTo(open.length - 1)
    if (name === 'a') closeTo(innermost(['a'], SCOPE))
    if (name === 'table' && TABLE_PARTS.includes(top())) closeTo(open.lastIndexOf('table'))
    if (name !== 'col') leaveColumns()
    if (name !== 'table' && !Object.hasOwn(PARENTS, name)) intoCell()
  }

  return {
    closeTo,
    innermost,
    /** Opens an element where it may stand, if it may. */
    enter(name: string, attributes: string): void {
      closeForChild(name)
      if (enterTable(name)) push(name, attributes)
    },
    write(given: string): void {
      const text = out.at(-1)?.startsWith('<pre') ? given.replace(PRE_LINES, '') : given
      if (/[^\t\n\f\r ]/.test(text)) {
        leaveColumns()
        intoCell()
      }
      // An empty text would hide the tag before it from the next one.
      if (text) out.push(text.replaceAll('<', '&lt;'))
    },
    html: () => out.join(''),
  }
}

function attributeText(
  attributes: ReadonlyMap<string, string>,
  allowed: readonly string[],
): string {
  return [...attributes]
    .filter(([name]) => allowed.includes(name))
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('')
}
