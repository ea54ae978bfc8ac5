import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EARN_PRODUCTS } from './earn/earnProducts.ts'
import { readProductTerms } from './readProductTerms.ts'
import { REBATE_PLAN, rulesOn } from './referral/rebateRules.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'terms-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function read(terms: unknown) {
  const file = path.join(dir, 'terms.json')
  await writeFile(file, JSON.stringify(terms))
  return readProductTerms(file)
}
const refusal = async (terms: unknown): Promise<string> =>
  read(terms).then(
    () => 'taken',
    (error: unknown) => String(error),
  )

const FLEXIBLE = {
  id: 'USDT-flexible',
  asset: 'USDT',
  days: 0,
  tiers: [
    ['500', 500],
    [null, 200],
  ],
  minimum: '1',
  perUser: '2000',
  quota: '3000',
  dayQuota: '600',
}
const rebate = { from: '2026-12-01', percent: 20, days: 365 }

describe('the terms of products as an operator sets them (products 3, products 5)', () => {
  it('are those of the reference gateway without a file', async () => {
    expect(await readProductTerms(undefined)).toEqual({})
    expect(await read({})).toEqual({})
  })

  it('take what the reference gateway offers, and empty lists of products', async () => {
    expect(await read({ earn: EARN_PRODUCTS })).toEqual({ earnProducts: EARN_PRODUCTS })
    expect(await read({ earn: [] })).toEqual({ earnProducts: [] })
  })

  it.each([
    ['earn', {}],
    ['"id"', [{ ...FLEXIBLE, id: '' }]],
    ['"id"', [{ ...FLEXIBLE, id: 'a:b' }]],
    ['"id"', [null]],
    ['"asset"', [{ ...FLEXIBLE, asset: 'XYZ' }]],
    ['"asset"', [{ ...FLEXIBLE, asset: 'toString' }]],
    ['"days"', [{ ...FLEXIBLE, days: -1 }]],
    ['"days"', [{ ...FLEXIBLE, days: 1.5 }]],
    ['"days"', [{ ...FLEXIBLE, days: '7' }]],
    ['"minimum"', [{ ...FLEXIBLE, minimum: 1 }]],
    ['"minimum"', [{ ...FLEXIBLE, minimum: '0' }]],
    ['"quota"', [{ ...FLEXIBLE, quota: '1.123456789' }]],
    ['"perUser"', [{ ...FLEXIBLE, perUser: '-5' }]],
    ['"dayQuota"', [{ ...FLEXIBLE, dayQuota: undefined }]],
    ['"tiers"', [{ ...FLEXIBLE, tiers: [] }]],
    ['"tiers"', [{ ...FLEXIBLE, tiers: [['500', 500]] }]],
    ['"tiers"', [{ ...FLEXIBLE, tiers: [[null, 0.5]] }]],
    ['"tiers"', [{ ...FLEXIBLE, tiers: [[null, -1]] }]],
    [
      '"tiers"',
      [
        {
          ...FLEXIBLE,
          tiers: [
            ['500', 5],
            ['500', 4],
            [null, 3],
          ],
        },
      ],
    ],
    ['one id', [FLEXIBLE, FLEXIBLE]],
  ])('name what is wrong with a product: %s', async (text, earn) => {
    expect(await refusal({ earn })).toMatch(/^Error: PRODUCT_TERMS: /)
    expect(await refusal({ earn })).toContain(text)
  })

  it('have rebates from a day on, and none before', async () => {
    const { rebatePlan = [] } = await read({
      rebates: [rebate, { from: '2027-01-01', percent: 30, days: 90 }],
    })
    const day = (date: string) => Date.parse(date) / 86_400_000
    expect(
      ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map((date) =>
        rulesOn(rebatePlan, day(date)),
      ),
    ).toMatchObject([
      { percent: 0, days: 0 },
      { percent: 20, days: 365 },
      { percent: 20, days: 365 },
      { percent: 30, days: 90 },
    ])
    expect(rulesOn(REBATE_PLAN, day('2026-11-29'))).toMatchObject({ percent: 20, days: 365 })
  })

  it.each([
    ['no list', { rebates: [] }],
    ['no list', { rebates: rebate }],
    ['"from"', { rebates: [{ ...rebate, from: '2026-02-30' }] }],
    ['"from"', { rebates: [{ ...rebate, from: 20_000 }] }],
    ['"percent"', { rebates: [{ ...rebate, percent: 101 }] }],
    ['"percent"', { rebates: [{ ...rebate, percent: 12.5 }] }],
    ['"days"', { rebates: [{ ...rebate, days: -1 }] }],
    ['"days"', { rebates: [{ ...rebate, days: null }] }],
    ['order', { rebates: [rebate, rebate] }],
    ['no field "other"', { other: 1 }],
    ['JSON object', []],
    ['JSON object', null],
  ])('name what is wrong with the rest of the file: %s', async (text, terms) => {
    expect(await refusal(terms)).toContain(text)
  })
})
