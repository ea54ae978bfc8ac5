import { bech32, createBase58check } from '@scure/base'
import { sha256 } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOf, planSpend, scriptOf } from './utxo.ts'

const hash = (length = 20) => new Uint8Array(length).fill(5)
const witness = (prefix: string, { version = 0, bytes = 20 } = {}): string =>
  bech32.encode(prefix, [version, ...bech32.toWords(hash(bytes))])
const base58 = (version: number, bytes = 20): string =>
  createBase58check(sha256).encode(Uint8Array.from([version, ...hash(bytes)]))
const hexOf = (script: Uint8Array | undefined) => script && Buffer.from(script).toString('hex')
const H20 = '05'.repeat(20)
const H32 = '05'.repeat(32)

const input = (units: bigint, ordinal = 0) => ({
  txHash: 'ab'.repeat(32),
  ordinal,
  units: String(units),
  index: null,
})
const toKey = { script: new Uint8Array(22) }
/** Bytes of one input, a payee with a key, and what comes back: 11 + 68 + 31 + 31. */
const ONE = 141n
const plan = (units: readonly bigint[], pays: bigint | undefined, perByte = 1n) =>
  planSpend(
    { inputs: units.map((each, at) => input(each, at)), perByte: String(perByte) },
    pays === undefined ? undefined : { ...toKey, units: pays },
  )

describe('what a payment of outputs is made of (wallet 4)', () => {
  it('returns what the payee and the fee leave', () => {
    expect(plan([100_000n], 50_000n)).toMatchObject({ change: 50_000n - ONE, fee: ONE })
  })

  it.each([
    ['ten times the fee', [100_000n], 50_000n, 10n, 50_000n - 10n * ONE, 10n * ONE],
    ['two inputs', [60_000n, 60_000n], 50_000n, 1n, 70_000n - ONE - 68n, ONE + 68n],
    ['just enough to be worth an output', [60_000n + ONE], 50_000n, 1n, 10_000n, ONE],
    ['one unit less, which the fee has', [60_000n + ONE - 1n], 50_000n, 1n, 0n, ONE + 9_999n],
    ['nothing left', [50_000n + ONE], 50_000n, 1n, 0n, ONE],
    ['no fee at all', [50_000n], 50_000n, 0n, 0n, 0n],
  ])('makes a payment of %s', (_, units, pays, perByte, change, fee) => {
    expect(plan(units, pays, perByte)).toMatchObject({ change, fee })
  })

  it('finds no plan where one unit is missing', () => {
    expect(plan([50_000n + ONE - 1n], 50_000n)).toBeUndefined()
    expect(plan([], 0n)).toBeUndefined()
  })

  it('counts the length of what locks the payee', () => {
    const inputs = [input(100_000n)]
    const fees = [22, 34].map(
      (length) =>
        planSpend({ inputs, perByte: '1' }, { script: new Uint8Array(length), units: 1n })?.fee,
    )
    expect(fees).toEqual([ONE, ONE + 12n])
  })

  it('brings everything home where nobody is paid', () => {
    // 11 + 68 + 31.
    const own = plan([100_000n], undefined)
    expect(own).toEqual({ change: 100_000n - 110n, fee: 110n })
    expect(own && 'payee' in own).toBe(false)
  })

  it('brings nothing home that is not worth an output', () => {
    expect(plan([10_110n], undefined)).toEqual({ change: 10_000n, fee: 110n })
    expect(plan([10_109n], undefined)).toBeUndefined()
  })

  it('loses nothing: inputs are the payee, the rest and the fee', () => {
    const units = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(units, fc.bigInt(0n, 10n ** 12n), fc.bigInt(1n, 500n), (list, pays, perByte) => {
        const found = plan(list, pays, perByte)
        const sum = list.reduce((total, each) => total + each, 0n)
        const least = (ONE + 68n * BigInt(list.length - 1)) * perByte
        if (!found) {
          expect(sum).toBeLessThan(pays + least)
          return
        }
        expect(found.change + found.fee + pays).toBe(sum)
        expect(found.fee).toBeGreaterThanOrEqual(least)
        // Nobody pays more than the fee and what is too small to come back.
        expect(found.fee).toBeLessThan(least + 10_000n)
        expect(found.change === 0n || found.change >= 10_000n).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('what locks an output to an address', () => {
  it.each([
    ['a key', witness('rltc'), 'rltc', `0014${H20}`],
    ['a script', witness('rltc', { bytes: 32 }), 'rltc', `0020${H32}`],
    ['upper case', witness('rltc').toUpperCase(), 'rltc', `0014${H20}`],
    ['a key in base58', base58(0x6f), 'rltc', `76a914${H20}88ac`],
    ['a script in base58', base58(0x3a), 'rltc', `a914${H20}87`],
    ['a script of before', base58(0xc4), 'rltc', `a914${H20}87`],
    ['a key of the main network', base58(0x30), 'ltc', `76a914${H20}88ac`],
    ['a key of bitcoin', base58(0x00), 'bc', `76a914${H20}88ac`],
    ['a script of bitcoin', base58(0x05), 'bc', `a914${H20}87`],
  ])('is read of %s', (_, address, prefix, script) => {
    expect(hexOf(scriptOf(address, prefix))).toBe(script)
  })

  it.each([
    ['of another network', witness('ltc'), 'rltc'],
    ['whose prefix begins with ours', witness('bcrt'), 'bc'],
    ['whose prefix goes on behind ours', witness('rltc1x'), 'rltc'],
    ['of a later version', witness('rltc', { version: 1, bytes: 32 }), 'rltc'],
    ['of 21 bytes', witness('rltc', { bytes: 21 }), 'rltc'],
    ['in mixed case', `R${witness('rltc').slice(1)}`, 'rltc'],
    [
      'with a wrong letter',
      witness('rltc').replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
      'rltc',
    ],
    ['with a space', ` ${witness('rltc')}`, 'rltc'],
    ['in base58 of the main network', base58(0x30), 'rltc'],
    ['in base58 of 19 bytes', base58(0x6f, 19), 'rltc'],
    ['in base58 of 21 bytes', base58(0x6f, 21), 'rltc'],
    [
      'in base58 with a wrong letter',
      base58(0x6f).replace(/.$/, (last) => (last === '2' ? '3' : '2')),
      'rltc',
    ],
    ['of an EVM network', `0x${'1'.repeat(40)}`, 'rltc'],
    ['that is empty', '', 'rltc'],
    ['of a prefix that nobody knows', base58(0x6f), 'doge'],
  ])('is not read of an address %s', (_, address, prefix) => {
    expect(scriptOf(address, prefix)).toBeUndefined()
  })

  it('names an output by its transaction and its place', () => {
    expect(placeOf(input(5n, 3))).toBe(`${'ab'.repeat(32)}:3`)
  })
})
