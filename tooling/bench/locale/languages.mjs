// The most bytes that a visitor loads for one language: the texts of the app, of the account pages,
// of the widgets and of failed requests.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { LOCALES, localeRow } from '../../../packages/locale/src/exports/index.ts'
import { messageFallback } from '../../../packages/locale/src/exports/messages.ts'
import { compileMessages } from '../../bootstrap/build.mjs'
import { firstLoad } from '../bundle.mjs'
import { kb, median } from '../measure.mjs'

const BAR = 12 * 1024
const root = path.resolve(import.meta.dirname, '../../..')
const CATALOGS = [
  'apps/web/src/generated/messages',
  'apps/web/src/generated/messages/pages',
  'packages/ui/src/generated/strings',
  'packages/request/src/texts',
]

export async function languages() {
  await compileMessages()
  const sizes = []
  for (const locale of LOCALES) {
    const code = CATALOGS.map(
      (folder, index) => `export * as texts${index} from '${fileOf(folder, locale)}'`,
    ).join('\n')
    sizes.push({ locale, bytes: await firstLoad({ code, folder: 'apps/web' }) })
  }
  const largest = sizes.toSorted((one, two) => two.bytes - one.bytes)[0]
  const name = localeRow(largest.locale).tag
  return [
    {
      what: 'one language of the app (brotli)',
      who:
        `largest of ${sizes.length} (${name}); median ` +
        `${kb(median(sizes.map(({ bytes }) => bytes)))}`,
      measured: kb(largest.bytes),
      bar: `<= ${kb(BAR)}`,
      holds: largest.bytes <= BAR,
    },
  ]
}

/** The language's own file, or that of the one it falls back to. */
function fileOf(folder, locale) {
  for (let at = locale; at; at = messageFallback(at)) {
    const file = path.join(
      root,
      folder,
      `${at === 'ph' && folder.includes('request') ? 'fil' : at}.ts`,
    )
    if (existsSync(file)) return file
  }
  throw new Error(`No texts for ${locale} in ${folder}`)
}
