import { describe, expect, it } from 'vitest'
import { EARN_PRODUCTS } from './earnProducts.ts'
import { readEarnProducts } from './readEarnProducts.ts'

const product = {
  id: 'USDT-7',
  asset: 'USDT',
  days: 7,
  tiers: [
    ['100', 500],
    ['1000.5', 300],
    [null, 100],
  ],
  minimum: '1',
  perUser: '5000',
  quota: '100000',
  dayQuota: '1000',
}
const read = (changes: object = {}) => readEarnProducts([{ ...product, ...changes }])

describe('earn products of a configuration (products 3)', () => {
  it('are what they say, and nothing beside it', () => {
    expect(read({ note: 'ours' })).toEqual([product])
  })

  it('may be none', () => {
    expect(readEarnProducts([])).toEqual([])
  })

  it('include those of the reference gateway', () => {
    expect(readEarnProducts(JSON.parse(JSON.stringify(EARN_PRODUCTS)))).toEqual(EARN_PRODUCTS)
  })

  it.each<[string, object]>([
    ['a flexible product', { days: 0 }],
    ['the longest term', { days: 3_650 }],
    ['one tier', { tiers: [[null, 0]] }],
    ['the highest rate', { tiers: [[null, 100_000]] }],
    [
      'twenty tiers',
      { tiers: [...Array.from({ length: 19 }, (_, at) => [`${at + 1}`, 1]), [null, 1]] },
    ],
    [
      'an end of one atom',
      {
        tiers: [
          ['0.00000001', 1],
          [null, 1],
        ],
      },
    ],
    ['an id of 32 letters', { id: 'A'.repeat(32) }],
    ['an id of one digit', { id: '7' }],
    ['an amount of one atom', { minimum: '0.00000001' }],
  ])('may be %s', (_, changes) => {
    expect(read(changes)).toEqual([{ ...product, ...changes }])
  })

  it.each<[string, object, string]>([
    ['no id', { id: undefined }, '"id"'],
    ['an empty id', { id: '' }, '"id"'],
    ['an id that begins with a hyphen', { id: '-a' }, '"id"'],
    ['an id with a colon, which owners of accounts have', { id: 'a:b' }, '"id"'],
    ['an id of 33 letters', { id: 'A'.repeat(33) }, '"id"'],
    ['an id that is a number', { id: 7 }, '"id"'],
    ['an unknown asset', { asset: 'DAI' }, '"asset"'],
    ['an asset that every object has', { asset: 'toString' }, '"asset"'],
    ['no asset', { asset: null }, '"asset"'],
    ['days as text', { days: '7' }, '"days"'],
    ['half a day', { days: 0.5 }, '"days"'],
    ['less than no day', { days: -1 }, '"days"'],
    ['more than ten years', { days: 3_651 }, '"days"'],
    ['no tier', { tiers: [] }, '"tiers"'],
    ['tiers that are no list', { tiers: {} }, '"tiers"'],
    ['a tier that is no list', { tiers: [null] }, '"tiers"'],
    ['a last tier with an end', { tiers: [['100', 1]] }, '"tiers"'],
    [
      'a tier without an end before the last',
      {
        tiers: [
          [null, 1],
          [null, 1],
        ],
      },
      '"tiers"',
    ],
    [
      'ends that fall',
      {
        tiers: [
          ['2', 1],
          ['1', 1],
          [null, 1],
        ],
      },
      '"tiers"',
    ],
    [
      'an end twice',
      {
        tiers: [
          ['2', 1],
          ['2.0', 1],
          [null, 1],
        ],
      },
      '"tiers"',
    ],
    [
      'an end of zero',
      {
        tiers: [
          ['0', 1],
          [null, 1],
        ],
      },
      '"tiers"',
    ],
    [
      'an end that is a number',
      {
        tiers: [
          [2, 1],
          [null, 1],
        ],
      },
      '"tiers"',
    ],
    ['a rate below zero', { tiers: [[null, -1]] }, '"tiers"'],
    ['half a basis point', { tiers: [[null, 0.5]] }, '"tiers"'],
    ['a rate above 1,000 percent', { tiers: [[null, 100_001]] }, '"tiers"'],
    ['a rate as text', { tiers: [[null, '1']] }, '"tiers"'],
    [
      '21 tiers',
      { tiers: [...Array.from({ length: 20 }, (_, at) => [`${at + 1}`, 1]), [null, 1]] },
      '"tiers"',
    ],
    ['a minimum of zero', { minimum: '0' }, '"minimum"'],
    ['a minimum that is a number', { minimum: 1 }, '"minimum"'],
    ['a negative limit', { perUser: '-1' }, '"perUser"'],
    ['a decimal too many', { quota: '0.000000001' }, '"quota"'],
    ['no limit of a day', { dayQuota: undefined }, '"dayQuota"'],
  ])('are refused with %s', (_, changes, message) => {
    expect(() => read(changes)).toThrow(message)
  })

  it.each([null, {}, 'products', 5])('are a list, not %j', (given) => {
    expect(() => readEarnProducts(given)).toThrow('list')
  })

  it.each([null, undefined, 5, 'x', []])('have no product %j', (given) => {
    expect(() => readEarnProducts([given])).toThrow('"id"')
  })

  it('are refused where two have one id', () => {
    expect(() => readEarnProducts([product, { ...product, days: 30 }])).toThrow('Two earn products')
  })

  it('name the product that is wrong', () => {
    expect(() => readEarnProducts([product, { ...product, id: 'B', days: -1 }])).toThrow(
      '"days" of the earn product B',
    )
  })
})
