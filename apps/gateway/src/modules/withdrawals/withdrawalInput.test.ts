import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { feeAtoms, readKey, readTag, readTerms } from './withdrawalInput.ts'
import {
  assetOn,
  DEVELOPMENT_NETWORKS,
  LITECOIN_NETWORK,
  type Network,
} from '../wallet/ports/networks.ts'

const [first] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const networks = [...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK]
const terms = (changes: object = {}) =>
  readTerms({ asset: 'USDT', network: 'evm-a', amount: '10', ...changes } as never, networks)
/** The code and the data of what is refused. */
function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof GatewayError) return [error.code, error.data]
    throw error
  }
}

describe('what a withdrawal asks for (wallet 6)', () => {
  it.each([
    ['the minimum', 'USDT', 'evm-a', '10', 10n * 10n ** 8n],
    ['one unit of the chain more', 'USDT', 'evm-a', '10.000001', 1_000_000_100n],
    ['zeros that say nothing', 'USDT', 'evm-a', '10.50000000', 1_050_000_000n],
    ['the minimum of the coin', 'ETH', 'evm-a', '0.01', 10n ** 16n],
    ['the smallest unit of the coin', 'ETH', 'evm-a', '0.010000000000000001', 10n ** 16n + 1n],
    ['another network', 'ETH', 'evm-b', '1', 10n ** 18n],
  ])('is read in atoms: %s', (_, asset, network, amount, atoms) => {
    const read = terms({ asset, network, amount })
    expect(read.atoms).toBe(atoms)
    expect([read.network.id, read.coin.asset]).toEqual([network, asset])
  })

  it.each<[string, object, string, object]>([
    ['an unknown network', { network: 'evm-z' }, '40401', { field: 'network' }],
    ['a network in upper case', { network: 'EVM-A' }, '40401', { field: 'network' }],
    ['an unknown asset', { asset: 'DAI' }, '40401', { field: 'asset' }],
    ['an asset of another network', { asset: 'LTC' }, '40401', { field: 'asset' }],
    ['an asset in lower case', { asset: 'usdt' }, '40401', { field: 'asset' }],
    ['a name that every object has', { asset: 'constructor' }, '40401', { field: 'asset' }],
    ['no amount', { amount: undefined }, '40010', { field: 'amount' }],
    ['an empty amount', { amount: '' }, '40010', { field: 'amount' }],
    ['words', { amount: 'all' }, '40010', { field: 'amount' }],
    ['an exponent', { amount: '1e3' }, '40010', { field: 'amount' }],
    ['hexadecimal digits', { amount: '0x10' }, '40010', { field: 'amount' }],
    ['full-width digits', { amount: '１０' }, '40010', { field: 'amount' }],
    ['a comma', { amount: '1,000' }, '40010', { field: 'amount' }],
    ['a space', { amount: ' 10' }, '40010', { field: 'amount' }],
    ['41 digits', { amount: '1'.repeat(41) }, '40010', { field: 'amount' }],
    ['zero', { amount: '0' }, '40010', { field: 'amount' }],
    ['less than zero', { amount: '-10' }, '40010', { field: 'amount' }],
    ['less than a unit of the chain', { amount: '10.0000001' }, '40203', { field: 'amount' }],
    ['less than an atom', { amount: '10.000000001' }, '40203', { field: 'amount' }],
    ['a unit below the minimum', { amount: '9.999999' }, '40204', { field: 'amount', limit: '10' }],
    [
      'a wei below the minimum',
      { asset: 'ETH', amount: '0.009999999999999999' },
      '40204',
      { field: 'amount', limit: '0.01' },
    ],
  ])('is refused with %s', (_, changes, code, data) => {
    expect(refusalOf(() => terms(changes))).toEqual([code, expect.objectContaining(data)])
  })

  it('is above its fee, whatever the minimum is', () => {
    const assets = first.assets.map((each) => ({ ...each, minWithdraw: '0', withdrawFee: '1' }))
    const dear = [{ ...first, assets }]
    const read = (amount: string) =>
      refusalOf(() => readTerms({ asset: 'USDT', network: 'evm-a', amount }, dear))
    expect(read('1')).toMatchObject(['40204', { field: 'amount' }])
    expect(read('1.000001')).toMatchObject({ atoms: 100_000_100n })
  })

  it.each([
    ['USDT', 100_000_000n],
    ['ETH', 10n ** 15n],
  ])('costs in %s the fee of its network', (asset, fee) => {
    const coin = assetOn(first, asset)
    expect(coin && feeAtoms(coin)).toBe(fee)
  })
})

describe('a tag (wallet 6)', () => {
  it.each([
    ['digits', '104'],
    ['one letter', 'a'],
    ['64 letters', 'a'.repeat(64)],
    ['signs and spaces', 'memo ~!'],
  ])('is kept as it is: %s', (_, tag) => {
    expect(readTag({ tag })).toBe(tag)
  })

  it.each([{}, { tag: '' }, { tag: null as unknown as string }])('is not given in %j', (fields) => {
    expect(readTag(fields)).toBeUndefined()
  })

  it.each([
    ['65 letters', 'a'.repeat(65)],
    ['a line end', '104\n'],
    ['a tab', 'a\tb'],
    ['letters beyond ASCII', 'é'],
    ['a byte of zero', '\0'],
  ])('is refused with %s', (_, tag) => {
    expect(refusalOf(() => readTag({ tag }))).toMatchObject(['40010', { field: 'tag' }])
  })
})

describe('the key of a request (wallet 6)', () => {
  it.each(['a', 'A-9_z', 'x'.repeat(64)])('is taken: %s', (clientOid) => {
    expect(readKey({ clientOid })).toBe(clientOid)
  })

  it.each(['', 'x'.repeat(65), 'a b', 'a:b', 'return:evm-a:0x1:0', 'é'])(
    'is refused: "%s"',
    (clientOid) => {
      expect(refusalOf(() => readKey({ clientOid }))).toMatchObject([
        '40010',
        { field: 'clientOid' },
      ])
    },
  )
})
