// One text with a plural and a grouped number, in languages of two, four and six plural categories.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compileCatalogs } from '../../../packages/locale/src/exports/compiler.ts'

export const ICU = {
  en: '{count, plural, one {# open order} other {# open orders}} of {limit, number}',
  uk:
    '{count, plural, one {# відкритий ордер} few {# відкриті ордери} many {# відкритих ' +
    'ордерів} other {# відкритого ордера}} із {limit, number}',
  ar:
    '{count, plural, zero {لا أوامر} one {أمر واحد} two {أمران} few {# أوامر} many {# أمرًا} ' +
    'other {# أمر}} من {limit, number}',
}

/** The same texts in i18next's own format: a key for each category. */
export const I18NEXT = {
  en: {
    text_one: '{{count, number}} open order of {{limit, number}}',
    text_other: '{{count, number}} open orders of {{limit, number}}',
  },
  uk: {
    text_one: '{{count, number}} відкритий ордер із {{limit, number}}',
    text_few: '{{count, number}} відкриті ордери із {{limit, number}}',
    text_many: '{{count, number}} відкритих ордерів із {{limit, number}}',
    text_other: '{{count, number}} відкритого ордера із {{limit, number}}',
  },
  ar: {
    text_zero: 'لا أوامر من {{limit, number}}',
    text_one: 'أمر واحد من {{limit, number}}',
    text_two: 'أمران من {{limit, number}}',
    text_few: '{{count, number}} أوامر من {{limit, number}}',
    text_many: '{{count, number}} أمرًا من {{limit, number}}',
    text_other: '{{count, number}} أمر من {{limit, number}}',
  },
}

/** Intl tags of the languages: Arabic with the Latin digits of trading. */
export const TAGS = { en: 'en', uk: 'uk', ar: 'ar-u-nu-latn' }

/**
 * The compiled texts, in a temporary folder that is removed at exit: `<locale>.js` and `format.js`.
 */
export function compiledFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-bench-locale-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { modules, findings } = compileCatalogs({
    form: 'js',
    files: Object.fromEntries(
      Object.entries(ICU).map(([locale, text]) => [`${locale}.json`, JSON.stringify({ text })]),
    ),
  })
  if (findings.length > 0)
    throw new Error(`The texts of the bench do not compile: ${JSON.stringify(findings)}`)
  for (const [name, text] of modules) writeFileSync(path.join(folder, name), text)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  return folder
}
