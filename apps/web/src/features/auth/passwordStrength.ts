export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Stems of the passwords that are tried first, in any writing of their letters. */
const COMMON = new RegExp(
  [
    'pass(?:word|wort)?|qwert[yz]|asdf|zxcv|letmein|welcome|admin|iloveyou|monkey|dragon|master',
    'login|abc|bitcoin|crypto|trad(?:e|ing)|money|summer|winter|football|baseball',
  ].join('|'),
  'g',
)

/** As many guesses as a known word costs, in bits. */
const WORD_BITS = 9
/** From these many bits on a password is fair, good, strong. */
const LEVELS = [32, 48, 64] as const

/** Writings that hide a word from nobody: `p4$$w0rd`. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * How long guessing would take, estimated by kinds of characters, repetitions, runs, known words
 * and what belongs to the user (an address, parts of it). An estimate: the server judges.
 */
export function passwordStrength(
  password: string,
  { own = [] }: { readonly own?: readonly string[] } = {},
): Strength {
  const bits = bitsOf(password, { own })
  return STRENGTHS[LEVELS.filter((level) => bits >= level).length] ?? 'weak'
}

function bitsOf(password: string, { own }: { readonly own: readonly string[] }): number {
  const signs = [...password]
  const plain = signs.map(plainSign).join('')
  const names = own
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((name) => name.length > 2)
  const known = [...plain.matchAll(COMMON), ...names.flatMap((name) => matchesOf(plain, name))]
  const bitsOfOne = Math.log2(poolOf(password))
  let at = 0
  const bitsOfRest = signs.reduce((sum, sign, index) => {
    const isKnown = known.some((match) => at >= match.index && at < match.index + match[0].length)
    at += plainSign(sign).length
    if (isKnown) return sum
    return sum + (isExpected(sign, signs.slice(Math.max(0, index - 2), index)) ? 1 : bitsOfOne)
  }, 0)
  const words = new Set(known.map((match) => match[0])).size
  // A word again is as little as a sign again.
  return bitsOfRest + words * WORD_BITS + (known.length - words)
}

/** A sign as guessers take it, which may be of more units than the one that was typed. */
const plainSign = (sign: string): string => {
  const small = sign.toLowerCase()
  return LETTERS[small] ?? small
}

/** Where a name occurs; what was typed for it may be written in digits. */
function matchesOf(
  plain: string,
  name: string,
): readonly { readonly index: number; readonly 0: string }[] {
  const written = [...name].map(plainSign).join('')
  const pieces = plain.split(written)
  return pieces.slice(1).map((_, count) => ({
    index: pieces.slice(0, count + 1).join(written).length,
    0: written,
  }))
}

/** Repeats one of the last two signs, or goes on by one step: `aa`, `abab`, `123`, `cba`. */
function isExpected(sign: string, before: readonly string[]): boolean {
  const last = before.at(-1)
  if (last === undefined) return false
  const step = Math.abs((sign.codePointAt(0) ?? 0) - (last.codePointAt(0) ?? 0))
  return step === 1 || before.includes(sign)
}

/** How many signs there are of the kinds that occur. */
function poolOf(password: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^\p{L}\p{N}]/u, 32],
    [/[^\p{ASCII}]/u, 60],
  ]
  return Math.max(
    2,
    kinds.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0),
  )
}
