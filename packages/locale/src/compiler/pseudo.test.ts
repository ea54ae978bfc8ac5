import { describe, expect, it } from 'vitest'
import { importMessages } from '../testing/compiledModules.ts'
import { createMessageFormat } from '../messages/createMessageFormat.ts'

const EN = {
  title: 'Open orders',
  hello: 'Hello {name}!',
  count: '{n, plural, one {# order} other {# orders}}',
  terms: 'Read <link>the terms</link>',
}
const FORMAT = createMessageFormat({ locale: 'en' })

const accented = await importMessages({ en: EN }, 'en-XA', { pseudo: true })
const mirrored = await importMessages({ en: EN }, 'en-XB', { pseudo: true })
const call = (message: unknown, args: Readonly<Record<string, unknown>>) =>
  (message as (args: unknown, format: unknown) => unknown)(args, FORMAT)

describe('en-XA', () => {
  it('is accented, bracketed and two fifths longer (locale Messages)', () => {
    expect(accented['title']).toBe('[Öþéñ öŕðéŕš~~~~~]'.replace('þ', 'p'))
    expect(String(accented['title']).length).toBeGreaterThanOrEqual(EN.title.length * 1.4)
  })

  it('lengthens a text by words, none of them longer than ten signs', async () => {
    const { long } = await importMessages(
      { en: { long: 'Every order is signed by your own device before it leaves the page.' } },
      'en-XA',
      { pseudo: true },
    )
    expect(String(long)).toMatch(/~{10} ~{10} ~{1,10}\]$/)
    expect(String(long)).not.toMatch(/~{11}/)
  })

  it('leaves arguments, numbers and tags as they are', () => {
    expect(call(accented['hello'], { name: 'Ada' })).toBe('[Ĥéļļö Ada!~~~~~]')
    expect(call(accented['count'], { n: 1234 })).toMatch(/^\[1,234 öŕðéŕš~+\]$/)
    expect(accented['terms']).toEqual([
      '[Ŕéåð ',
      { tag: 'link', children: ['ţĥé ţéŕmš'] },
      '~~~~~~]',
    ])
  })

  it('accents every letter of the alphabet that has an accent', () => {
    expect(String(accented['title']).replace(/[~[\]\s]/g, '')).not.toMatch(/[aceginostuy]/i)
  })
})

describe('en-XB', () => {
  it('runs from right to left, word by word (locale Messages)', () => {
    expect(mirrored['title']).toBe('\u200f\u202eOpen\u202c\u200f \u200f\u202eorders\u202c\u200f')
  })

  it('isolates its arguments, as Arabic does', () => {
    expect(call(mirrored['hello'], { name: 'Ada' })).toBe(
      '\u200f\u202eHello\u202c\u200f \u2068Ada\u2069!',
    )
  })

  it('every override is closed', () => {
    for (const message of [mirrored['title'], call(mirrored['count'], { n: 2 })])
      expect(String(message).split('\u202e').length).toBe(String(message).split('\u202c').length)
  })
})
