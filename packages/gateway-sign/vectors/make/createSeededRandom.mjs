import { bytesFor } from './material.mjs'

const CHARACTERS = [
  'a',
  'Z',
  '0',
  ' ',
  '"',
  '\\',
  '/',
  '\n',
  '\r',
  '\t',
  '\u0000',
  '\u007f',
  '\u00e9',
  '\u20ac',
  '\u0639',
  '\u5b57',
  '\u200f',
  '\u2028',
  '\ufeff',
  '\u{1f680}',
  '\u{1d11e}',
  'e\u0301',
]
const PATH_PIECES = [
  'a',
  'Z',
  '0',
  '-',
  '_',
  '~',
  '!',
  '$',
  '&',
  "'",
  '(',
  ')',
  '*',
  '+',
  ',',
  ';',
  '=',
  ':',
  '@',
  '.',
  '%2F',
  '%20',
  '%C3%BC',
  '%E2%82%AC',
  '%0A',
  '|',
  '[',
  ']',
]

/** Deterministic random values: SHA-256 of the seed and a counter. */
export function createSeededRandom(seed) {
  let count = 0
  const integer = (below) => bytesFor(`${seed}#${count++}`, 6).readUIntBE(0, 6) % below
  const pick = (list) => list[integer(list.length)]
  const many = (length, next) => Array.from({ length }, next)
  const pieces = () => many(integer(9), () => pick(PATH_PIECES))
  const text = (longest) => many(integer(longest + 1), () => pick(CHARACTERS)).join('')
  const shuffle = (list) => {
    const rest = [...list]
    return many(list.length, () => rest.splice(integer(rest.length), 1)[0])
  }
  return {
    integer,
    pick,
    text,
    shuffle,
    digits: (length) => many(length, () => String(integer(10))).join(''),
    hex: (length) => many(length, () => integer(16).toString(16)).join(''),
    /** A canonical pathname: no segment consists of dots only. */
    path: () => ['/v1', ...many(1 + integer(4), () => `s${pieces().join('')}`)].join('/'),
    stamp() {
      const tm = `1${5 + integer(5)}${many(11, () => integer(10)).join('')}`
      return { tm, traceId: `w${tm}${many(11, () => integer(16).toString(16)).join('')}` }
    },
    body: () =>
      pick([
        () => '',
        () => JSON.stringify({ symbol: 'BTCUSDT', note: text(40), size: `0.${integer(1e9)}` }),
        () => JSON.stringify([text(10), integer(100), null]),
        () => `a=${integer(1000)}&b=%20`,
        () => text(200),
        () => text(2_000),
      ])(),
  }
}
