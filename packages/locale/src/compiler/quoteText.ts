/**
 * Marks of direction, joiners and unusual spaces: escaped, so that a reader of the module sees
 * them.
 */
const INVISIBLE = /[\u007f-\u00a0\u00ad\u061c\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/g

/** A JavaScript string literal. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    INVISIBLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const WHOLE_LITERAL = /^"(?:[^"\\]|\\.)*"$/
const LITERALS = /"(?:[^"\\]|\\.)*"/g

export function isLiteral(code: string): boolean {
  return WHOLE_LITERAL.test(code)
}

/** The code with its strings emptied: what is left names what it uses. */
export function withoutStrings(code: string): string {
  return code.replace(LITERALS, '""')
}

/** An argument as an expression. */
export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `a.${name}` : `a[${quote(name)}]`
}
