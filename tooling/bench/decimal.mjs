// Parses three decimals, computes a profit, rounds and formats it, with @x/decimal and with the
// libraries that front ends usually use.
import * as ours from '../../packages/decimal/src/exports/index.ts'
import { atLeast } from './calibration.mjs'
import { costOf } from './measure.mjs'
import { importPeer, installPeers } from './peers.mjs'
import { seededCases } from './decimal/cases.mjs'

const BAR = 1e6
const CASES = 2_000

export async function bench({ factor }) {
  await installPeers()
  const Big = await importPeer('big.js')
  const Decimal = await importPeer('decimal.js')
  const BigNumber = await importPeer('bignumber.js')
  const libraries = {
    '@x/decimal': ({ entry, mark, size }) =>
      ours.formatDecimal(
        ours.mul(ours.decimal(size), ours.sub(ours.decimal(mark), ours.decimal(entry))),
        { scale: 4, mode: 'half-away' },
      ),
    'bignumber.js': ({ entry, mark, size }) =>
      new BigNumber(size)
        .times(new BigNumber(mark).minus(entry))
        .toFixed(4, BigNumber.ROUND_HALF_UP),
    'big.js': ({ entry, mark, size }) =>
      new Big(size).times(new Big(mark).minus(entry)).toFixed(4, Big.roundHalfUp),
    'decimal.js': ({ entry, mark, size }) =>
      new Decimal(size).times(new Decimal(mark).minus(entry)).toFixed(4, Decimal.ROUND_HALF_UP),
    'Number (wrong, for scale)': ({ entry, mark, size }) =>
      (Number(size) * (Number(mark) - Number(entry))).toFixed(4),
  }
  const cases = seededCases(CASES)
  const wrong = (who) =>
    cases.filter(
      (one) => plainZero(libraries[who](one)) !== plainZero(libraries['decimal.js'](one)),
    ).length
  for (const who of ['@x/decimal', 'bignumber.js', 'big.js'])
    if (wrong(who) > 0) throw new Error(`${who} computes ${wrong(who)} of ${CASES} otherwise`)
  return Object.entries(libraries).map(([who, compute]) => {
    const each = costOf(() => cases.forEach(compute), { calls: 30, warmUp: 60 }) / CASES
    const rate = 1000 / each
    const note = who.startsWith('Number') ? `, ${wrong(who)} of ${CASES} wrong` : ''
    return {
      what: 'parse, PnL, format',
      who,
      measured: `${millions(rate)}${note}`,
      ...(who === '@x/decimal' ? atLeast(rate, { limit: BAR, factor, format: millions }) : {}),
    }
  })
}

/** Some libraries print a negative zero, @x/decimal does not. */
const plainZero = (text) => text.replace(/^-(0\.0+)$/, '$1')

const millions = (rate) => `${(rate / 1e6).toFixed(2)} M/CPU-s`
