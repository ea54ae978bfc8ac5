import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createValuationModule, DEMONSTRATION_RATES, readValuationRates } from './module.ts'

/** Spec section 3. */
const CURRENCIES = [
  'USD',
  'KRW',
  'JPY',
  'VND',
  'RUB',
  'EUR',
  'TRY',
  'CNY',
  'TWD',
  'IDR',
  'PHP',
  'HKD',
  'THB',
]

let dir: string
beforeAll(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'valuation-'))))
afterAll(() => rm(dir, { recursive: true, force: true }))
async function read(value: unknown) {
  const file = path.join(dir, 'rates.json')
  await writeFile(file, JSON.stringify(value))
  return readValuationRates(file, { isDevelopment: false })
}

describe('spec section 3: rates of the valuation currencies', () => {
  it('are shown with their date', async () => {
    const [route] = createValuationModule(DEMONSTRATION_RATES).routes
    expect([route?.access, await route?.handler({} as never)]).toEqual([
      'public',
      DEMONSTRATION_RATES,
    ])
  })
  it('cover the thirteen currencies in a demonstration', () => {
    expect(Object.keys(DEMONSTRATION_RATES.rates)).toEqual(CURRENCIES)
  })
  it('offers the dollar alone where an operator gave no rates', async () => {
    expect((await readValuationRates(undefined, { isDevelopment: false })).rates).toEqual({
      USD: '1',
    })
    expect(await readValuationRates(undefined, { isDevelopment: true })).toBe(DEMONSTRATION_RATES)
  })
  it('are the operator’s, the dollar always worth itself', async () => {
    expect(await read({ at: 5, rates: { EUR: '0.9', USD: '2' } })).toEqual({
      at: 5,
      rates: { EUR: '0.9', USD: '1' },
    })
  })
  it.each(['0', '-1', '', 'NaN', '1e3', 0.9, null, '9'.repeat(25)])(
    'refuse a rate of %o, and name the currency',
    async (rate) => {
      await expect(read({ at: 5, rates: { EUR: rate } })).rejects.toThrow('"EUR"')
    },
  )
  it.each([
    null,
    {},
    { at: 'now', rates: {} },
    { at: 0, rates: {} },
    { at: 5 },
    { at: 5, rates: ['1'] },
    { at: 5, rates: { euro: '1' } },
  ])('refuse %o', async (value) => {
    await expect(read(value)).rejects.toThrow('VALUATION_RATES')
  })
})
