import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMessageFormat } from '../messages/createMessageFormat.ts'
import { compileCatalogs } from './compileCatalogs.ts'
import { type AnyMessages, filesOf, folderOf, importMessages } from '../testing/compiledModules.ts'

const FORMAT = createMessageFormat({ locale: 'en', timeZone: 'UTC' })
const NOON = Date.UTC(2026, 10, 5, 12, 30, 15)

const say = (
  messages: AnyMessages,
  id: string,
  args: Readonly<Record<string, unknown>> = {},
  format = FORMAT,
) => {
  const message = messages[id]
  return typeof message === 'function' ? message(args, format) : message
}
const sayText = async (text: string, args?: Readonly<Record<string, unknown>>) =>
  say(await importMessages({ en: { text } }, 'en'), 'text', args)

describe('compiled messages', () => {
  it.each([
    ['Spot', {}, 'Spot'],
    ['Hello, {name}!', { name: 'Ada' }, 'Hello, Ada!'],
    ['{a}{b}', { a: 1, b: 2 }, '12'],
    ['{n}', { n: 5 }, '5'],
    ["It''s '{'here'}' and don't", {}, "It's {here} and don't"],
    ['Line\n"quoted" \\ back', {}, 'Line\n"quoted" \\ back'],
    ['{n, number}', { n: 1234.5 }, '1,234.5'],
    ['{n, number, integer}', { n: 1234.5 }, '1,235'],
    ['{n, number, percent}', { n: 0.25 }, '25%'],
    ['{n, number, ::.00}', { n: 1.5 }, '1.50'],
    ['{d, date}', { d: NOON }, 'Nov 5, 2026'],
    ['{d, date, long}', { d: new Date(NOON) }, 'November 5, 2026'],
    ['{d, date, ::yyyyMMMd}', { d: NOON }, 'Nov 5, 2026'],
    ['{side, select, buy {Bought} sell {Sold} other {Traded}}', { side: 'sell' }, 'Sold'],
    ['{side, select, buy {Bought} sell {Sold} other {Traded}}', { side: 'swap' }, 'Traded'],
    ['{n, plural, one {# order} other {# orders}}', { n: 1 }, '1 order'],
    ['{n, plural, one {# order} other {# orders}}', { n: 1234 }, '1,234 orders'],
    ['{n, plural, one {# order} =1 {a single order} other {# orders}}', { n: 1 }, 'a single order'],
    ['{n, plural, =0 {nothing} one {# order} other {# orders}}', { n: 0 }, 'nothing'],
    [
      '{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}',
      { n: 2 },
      'you and 1 other',
    ],
    [
      '{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}',
      { n: 4 },
      'you and 3 others',
    ],
    ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }, '22nd'],
    [
      '{g, select, a {{n, plural, one {# apple} other {# apples}}} other {{n, ' +
        'plural, one {# thing} other {# things}}}}',
      { g: 'a', n: 3 },
      '3 apples',
    ],
    [
      '{n, plural, one {{m, plural, one {# in #} other {# in 1}}} other {many}}',
      { n: 1, m: 5 },
      '5 in 1',
    ],
    ['50 # < 60', {}, '50 # < 60'],
    ['{0} of {1}', { 0: 'a', 1: 'b' }, 'a of b'],
  ])('%s with %j reads %s (locale Messages)', async (text, args, expected) => {
    expect(await sayText(text, args)).toBe(expected)
  })

  it('a time is written in the zone of the format', async () => {
    expect(await sayText('at {t, time, short}', { t: NOON })).toMatch(/^at 12:30\sPM$/)
  })

  it('a text without arguments is a plain string', async () => {
    expect(await importMessages({ en: { a: 'A', b: "'{'b'}'" } }, 'en')).toEqual({
      a: 'A',
      b: '{b}',
    })
  })

  it('tags become named parts, and nothing else (locale Messages)', async () => {
    const messages = await importMessages(
      {
        en: {
          a: 'Read <link>the <strong>{what}</strong></link> first',
          b: '<link>go</link>',
          c: '{n, plural, one {<link># order</link>} other {# orders}} left',
        },
      },
      'en',
    )
    expect(say(messages, 'a', { what: '<b>fees</b>' })).toEqual([
      'Read ',
      { tag: 'link', children: ['the ', { tag: 'strong', children: ['<b>fees</b>'] }] },
      ' first',
    ])
    expect(say(messages, 'b')).toEqual([{ tag: 'link', children: ['go'] }])
    expect(say(messages, 'c', { n: 1 })).toEqual([{ tag: 'link', children: ['1 order'] }, ' left'])
    expect(say(messages, 'c', { n: 7 })).toEqual(['7 orders', ' left'])
  })

  it("uses the plural categories of the module's language", async () => {
    const russian = await importMessages(
      {
        en: { n: '{n, plural, one {#} other {#}}' },
        ru: { n: '{n, plural, one {# ордер} few {# ордера} many {# ордеров} other {# ордера}}' },
      },
      'ru',
    )
    const format = createMessageFormat({ locale: 'ru' })
    expect([1, 3, 5, 21, 1.5].map((n) => say(russian, 'n', { n }, format))).toEqual([
      '1 ордер',
      '3 ордера',
      '5 ордеров',
      '21 ордер',
      '1,5 ордера',
    ])
  })

  it('isolates arguments only in right-to-left texts (locale Messages)', async () => {
    const catalogs = { en: { a: '{size} {symbol}' }, ar: { a: 'حجم {size} {symbol}' } }
    expect(say(await importMessages(catalogs, 'ar'), 'a', { size: 5, symbol: 'BTC' })).toBe(
      'حجم \u20685\u2069 \u2068BTC\u2069',
    )
    expect(say(await importMessages(catalogs, 'en'), 'a', { size: 5, symbol: 'BTC' })).toBe('5 BTC')
  })

  it('uses the plural rules of a fallback text’s own language', async () => {
    const fallback = { 'fallback.json': '{"ru":["n"]}' }
    const files = {
      ...filesOf({ en: { n: '{n, plural, one {# order} other {# orders}}' }, ru: {} }),
      ...fallback,
    }
    const { modules, findings } = compileCatalogs({ files, form: 'js' })
    expect(findings).toEqual([])
    expect(modules.get('ru.js')).toContain('f.plural(a.n, "en")')
    // Among relatives the rules are the same.
    expect(
      compileCatalogs({
        files: {
          ...filesOf({ en: { n: '{n, plural, one {#} other {#}}' } }),
          'fallback.json': '{"en-GB":"*"}',
        },
      }).modules.get('en-GB.ts'),
    ).toContain('f.plural(a.n)')
  })
})

describe('the modules', () => {
  const catalogs = {
    en: {
      title: 'Spot',
      hello: 'Hello {name}',
      count: '{n, plural, one {#} other {#}}',
      when: '{d, date} {r, number, percent} {r2, number, percent}',
      side: '{s, select, buy {Buy} other {Sell}}',
      terms: '<link>Terms</link> {x}',
      comment: 'ends */ here',
    },
    de: {
      title: 'Kassa',
      hello: 'Hallo {name}',
      count: '{n, plural, one {#} other {#}}',
      when: '{d, date} {r, number, percent} {r2, number, percent}',
      side: '{s, select, buy {Kauf} other {Verkauf}}',
      terms: '<link>Bedingungen</link> {x}',
      comment: 'endet */ hier',
    },
  }

  it('compiles equal catalogs to equal bytes in any file order', () => {
    const files = filesOf(catalogs)
    const reversed = Object.fromEntries(Object.entries(files).reverse())
    expect([...compileCatalogs({ files: reversed }).modules]).toEqual([
      ...compileCatalogs({ files }).modules,
    ])
  })

  it('follow the order of the source in every language', () => {
    const german =
      compileCatalogs({
        files: filesOf({ en: { b: 'B', a: 'A' }, de: { a: 'Ä', b: 'B' } }),
      }).modules.get('de.ts') ?? ''
    expect(german.indexOf('"b"')).toBeLessThan(german.indexOf('"a"'))
  })

  it('import nothing at run time', () => {
    for (const form of ['ts', 'js'] as const) {
      for (const [name, text] of compileCatalogs({ files: filesOf(catalogs), form }).modules) {
        const runtime = text.replace(/^import type .*$/gm, '')
        if (!name.endsWith('.d.ts') && !name.startsWith('loaders'))
          expect(runtime, name).not.toMatch(/\bimport\b/)
      }
    }
  })

  it('shares one option object and so one formatter between equal styles', () => {
    const english = compileCatalogs({ files: filesOf(catalogs) }).modules.get('en.ts') ?? ''
    expect(english.match(/"percent"/g)).toHaveLength(1)
  })

  it('show invisible characters as escapes', () => {
    const text = compileCatalogs({
      files: filesOf({ en: { a: 'no\u00a0break\u200f \u202e' } }),
    }).modules.get('en.ts')
    expect(text).toContain('"no\\u00a0break\\u200f \\u202e"')
  })

  it('writes one file a language, and each loader imports only its own', async () => {
    const { modules } = compileCatalogs({ files: filesOf(catalogs), form: 'js' })
    expect([...modules.keys()].sort()).toEqual([
      'de.d.ts',
      'de.js',
      'en.d.ts',
      'en.js',
      'format.d.ts',
      'format.js',
      'loaders.d.ts',
      'loaders.js',
      'messages.d.ts',
    ])
    const folder = folderOf(modules)
    const { loaders } = (await import(/* @vite-ignore */ path.join(folder, 'loaders.js'))) as {
      loaders: Record<string, () => Promise<AnyMessages>>
    }
    expect(Object.keys(loaders)).toEqual(['en', 'de'])
    expect((await loaders['de']?.())?.['title']).toBe('Kassa')
  })

  it.each(['ts', 'js'] as const)(
    'type-checks ids, arguments, tags, loaders and format in the %s form',
    (form) => {
      const { modules } = compileCatalogs({ files: filesOf(catalogs), form, pseudo: true })
      const folder = folderOf(modules)
      writeFileSync(
        path.join(folder, 'use.ts'),
        `
import { createFormat } from './format.${form}'
import german from './de.${form}'
import { loaders } from './loaders.${form}'
import type { MessageId, Messages, Rich } from './messages.${form}'
const f = createFormat({ tag: 'de', timeZone: 'UTC' })
export const id: MessageId = 'title'
export const title: string = german.title
export const hello: string = german.hello({ name: 'Ada' }, f)
export const side: string = german.side({ s: 'buy' }, f) + german.side({ s: 'anything' }, f)
export const terms: Rich<'link'> = german.terms({ x: 1 }, f)
export const loaded: Promise<Messages> = loaders.de()
// @ts-expect-error a count is no text
german.count({ n: 'many' }, f)
// @ts-expect-error an argument is missing
german.hello({}, f)
// @ts-expect-error no such language
loaders.fr
`,
      )
      const options = {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noPropertyAccessFromIndexSignature: true,
        verbatimModuleSyntax: true,
        erasableSyntaxOnly: true,
        isolatedModules: true,
        noEmit: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2023',
        types: [],
      }
      writeFileSync(
        path.join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { ...options, allowImportingTsExtensions: form === 'ts' },
          include: ['*.ts'],
        }),
      )
      const tsc = path.resolve(import.meta.dirname, '../../../../node_modules/.bin/tsc')
      expect(execFileSync(tsc, ['-p', folder], { encoding: 'utf8' })).toBe('')
    },
  )
})
