// CPU time of one text with a plural and a number. Every runtime must give the same text, or the
// bench throws.
import { costOf, us } from '../measure.mjs'
import { TAGS } from './catalogs.mjs'
import { importRuntime, RUNTIMES } from './runtimes.mjs'

const CALLS = 20_000
/** Ratio of @x/locale to Lingui, which compiles its texts too. */
const BAR = 4
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1234, 98_765]
const plain = (text) => text.replaceAll(/[\u2066-\u2069]/g, '')

export async function messages() {
  const started = []
  for (const [index, runtime] of RUNTIMES.entries()) {
    const { start } = await importRuntime(runtime, index)
    const says = []
    for (const locale of Object.keys(TAGS))
      says.push(start(TAGS[locale], await runtime.messages(locale)).say)
    started.push({ who: runtime.who, says })
  }
  agree(started)
  const costs = started.map(({ who, says }) => ({
    who,
    each: costOf((n) => says[n % says.length]?.(COUNTS[n % COUNTS.length], 1_000 + n), {
      calls: CALLS,
    }),
  }))
  const lingui = costs.find(({ who }) => who.startsWith('Lingui'))?.each ?? Number.NaN
  return costs.map(({ who, each }, index) => ({
    what: 'one text, plural and number (CPU)',
    who,
    measured: `${us(each)}, ${(lingui / each).toFixed(1)} x Lingui`,
    ...(index < 2 ? { bar: `>= ${BAR} x Lingui`, holds: lingui / each >= BAR } : {}),
  }))
}

function agree([first, ...rest]) {
  for (const { who, says } of rest) {
    for (const [index, say] of says.entries())
      for (const count of COUNTS) {
        const [wanted, said] = [first.says[index](count, 1_000), say(count, 1_000)].map(plain)
        if (said !== wanted) throw new Error(`${who} says “${said}” for “${wanted}”`)
      }
  }
}
