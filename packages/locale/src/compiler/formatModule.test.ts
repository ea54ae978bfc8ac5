import { describe, expect, it } from 'vitest'
import { importFrom } from '../testing/compiledModules.ts'
import { LOCALES, LOCALE_TABLE } from '../locales/localeTable.ts'
import { createMessageFormat } from '../messages/createMessageFormat.ts'
import type { MessageFormat } from '../messages/messageTypes.ts'
import { formatModule } from './formatModule.ts'

const NOON = Date.UTC(2026, 10, 5, 12, 30, 15)
const { createFormat } = (await importFrom({ 'format.js': formatModule('js') }, 'format.js')) as {
  createFormat: (options: { tag: string; timeZone?: string }) => MessageFormat
}

describe('the format that comes with compiled messages', () => {
  it('formats like the package in every locale, except dates in words', () => {
    for (const locale of LOCALES) {
      const [carried, own] = [
        createFormat({ tag: LOCALE_TABLE[locale].tag, timeZone: 'UTC' }),
        createMessageFormat({ locale, timeZone: 'UTC' }),
      ]
      for (const count of [0, 1, 2, 5, 11, 21, 100]) {
        expect(carried.plural(count)).toBe(own.plural(count))
        expect(carried.ordinal(count)).toBe(own.ordinal(count))
        expect(carried.plural(count, 'en')).toBe(own.plural(count, 'en'))
        expect(carried.number(count * 1234.5)).toBe(own.number(count * 1234.5))
      }
      expect(carried.number(0.25, { style: 'percent' })).toBe(
        own.number(0.25, { style: 'percent' }),
      )
      expect(carried.date(NOON, { timeStyle: 'short' })).toBe(
        own.date(NOON, { timeStyle: 'short' }),
      )
    }
  })

  it('formats counts below a thousand as Intl does, in local digits', () => {
    for (const tag of [
      'en',
      'de',
      'uz-Latn',
      'ar-u-nu-arab',
      'ar-u-nu-latn',
      'hi-u-nu-deva',
      'th-u-nu-thai',
    ]) {
      const [carried, platform] = [createFormat({ tag }), new Intl.NumberFormat(tag)]
      for (const count of [0, 1, 9, 10, 99, 100, 999, 1000, 1001, -1, 0.5, 999.5, Number.NaN])
        expect(carried.number(count), `${tag} ${count}`).toBe(platform.format(count))
    }
  })

  it('takes the zone it is given', () => {
    const tokyo = createFormat({ tag: 'en-GB', timeZone: 'Asia/Tokyo' })
    expect([
      tokyo.date(NOON, { timeStyle: 'medium' }),
      tokyo.date(new Date(NOON), { timeStyle: 'medium' }),
    ]).toEqual(['21:30:15', '21:30:15'])
  })

  it('uses the zone of the host if none is given', () => {
    expect(createFormat({ tag: 'en-GB' }).date(NOON, { timeStyle: 'medium' })).toBe(
      new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(NOON),
    )
  })

  it('makes a formatter once for an option object', () => {
    const made: unknown[] = []
    const Real = Intl.NumberFormat
    class Counting extends Real {
      constructor(...args: ConstructorParameters<typeof Real>) {
        super(...args)
        made.push(args)
      }
    }
    Intl.NumberFormat = Counting as unknown as typeof Real
    try {
      const format = createFormat({ tag: 'de' })
      const options = { minimumFractionDigits: 2 }
      for (let round = 0; round < 50; round += 1) format.number(round, options)
      format.number(1)
      format.number(2)
      expect(made).toHaveLength(2)
    } finally {
      Intl.NumberFormat = Real
    }
  })
})
