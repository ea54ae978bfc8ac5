export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: ReadonlyMap<string, string>
    }
  | { readonly kind: 'close'; readonly name: string }

const SPACE = /[\t\n\f\r /]*/y
const TAG_NAME = /[a-z][^\t\n\f\r />]*/iy
/** The first character may be an equals sign. */
const ATTRIBUTE_NAME = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const ATTRIBUTE_VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|(?!["'])([^\t\n\f\r >]*))/y
const EQUALS = /[\t\n\f\r ]*=/y
const COMMENT_END = /--!?>/g
/** A list box closes an option in silence. */
const OPTION_END = /<\/?(?:option|optgroup|select|datalist)(?=[\t\n\f\r />])/gi

export interface TokenOptions {
  /** Elements whose body is skipped, whatever it holds. */
  readonly dropBodies: readonly string[]
}

/**
 * Tags and texts of HTML, in one pass and linear time. Comments, declarations, bodies to drop and a
 * tag that the input cuts off leave no token. Entities stay as they are. Where the end is unclear
 * more is skipped rather than less: what comes out is parsed once more.
 */
export function* tokens(html: string, { dropBodies }: TokenOptions): Generator<Token> {
  const cursor = createCursor(html)
  while (cursor.at < html.length) {
    const start = html.indexOf('<', cursor.at)
    if (start !== cursor.at) {
      const end = start < 0 ? html.length : start
      yield { kind: 'text', text: html.slice(cursor.at, end) }
      cursor.at = end
      continue
    }
    cursor.at++
    const closing = html[cursor.at] === '/'
    if (closing) cursor.at++
    const name = cursor.match(TAG_NAME)?.[0].toLowerCase()
    if (name !== undefined) {
      const found = cursor.attributes()
      if (!found) return
      if (closing) yield { kind: 'close', name }
      else if (!dropBodies.includes(name)) yield { kind: 'open', name, attributes: found }
      else if (
        name === 'plaintext' ||
        !cursor.seek(
          name === 'option' ? OPTION_END : new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'),
        )
      )
        return
    } else if (
      (closing && cursor.at < html.length) ||
      html[cursor.at] === '!' ||
      html[cursor.at] === '?'
    ) {
      cursor.at = start
      if (!cursor.skipDeclaration()) return
    } else {
      cursor.at = start + (closing ? 2 : 1)
      yield { kind: 'text', text: html.slice(start, cursor.at) }
    }
  }
}

/** A position in HTML that moves forward. */
function createCursor(html: string) {
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(html)
    if (found) at = pattern.lastIndex
    return found
  }
  return {
    get at() {
      return at
    },
    set at(next: number) {
      at = next
    },
    match,
    /** Moves to where `pattern` begins next; `false` when it never does. */
    seek(pattern: RegExp): boolean {
      const found = match(pattern)
      if (found) at = found.index
      return found !== null
    },
    /**
     * The attributes up to the end of the tag; `null` when the input ends first. Of two with one
     * name the first counts.
     */
    attributes(): Map<string, string> | null {
      const found = new Map<string, string>()
      for (;;) {
        match(SPACE)
        if (at >= html.length) return null
        if (html[at] === '>') {
          at++
          return found
        }
        const name = match(ATTRIBUTE_NAME)?.[0].toLowerCase() ?? ''
        const value = match(ATTRIBUTE_VALUE)
        // An equals sign without a value: a quote that never closes.
        if (!value && match(EQUALS)) return null
        if (!found.has(name)) found.set(name, value ? (value[1] ?? value[2] ?? value[3] ?? '') : '')
      }
    },
    /** Behind a comment, a declaration or a bogus one; `false` when it never ends. */
    skipDeclaration(): boolean {
      if (html.startsWith('<!--', at)) {
        at += 4
        const empty = /-?>/y
        return match(empty) !== null || match(COMMENT_END) !== null
      }
      const end = html.indexOf('>', at)
      at = end + 1
      return end >= 0
    },
  }
}
