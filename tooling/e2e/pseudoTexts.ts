import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const web = path.resolve(import.meta.dirname, '../../apps/web')

/**
 * The app with the pseudo-locales in place of English (en-XA) and Arabic (en-XB), in a folder of
 * its own.
 */
export function buildPseudoApp(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-pseudo-app-'))
  execFileSync(
    process.execPath,
    [
      path.join(web, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    { cwd: web, env: { ...process.env, VITE_PSEUDO: '1' }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Names, and what calendar, lists and the widget library write by themselves in the language of the
 * page: no catalog holds them.
 */
const NAMES =
  'Dismiss|and|Ctrl|Google|Apple|Telegram|Chrome|Linux|Tidemark|Bitcoin|Ethereum|Solana|Dogecoin|' +
  'Cardano|Litecoin|Chainlink|Shiba|Inu|localhost'
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec'
const DATA = new RegExp(`^(?:${NAMES}|${MONTHS})$`)
const isCode = (word: string) => word === word.toUpperCase()
const isLatin = (word: string) => /^[A-Za-z]+$/.test(word)
/** Letters that en-XA has no accent for; a run of them within an accented word is no word. */
const UNACCENTED = /^[bFfMmpQqVvXxz]+$/

/** Words of a text that came from no catalog, in the pages that speak en-XA or en-XB. */
export function untranslated(
  text: string,
  { pseudo }: { readonly pseudo: 'en-XA' | 'en-XB' },
): string[] {
  if (text.includes('@')) return []
  // In en-XB each word of a catalog stands in an override, and each argument in an isolate.
  const rest =
    pseudo === 'en-XB'
      ? text.replace(/\u202e[^\u202c]*\u202c|[\u2066-\u2068][^\u2069]*\u2069/g, ' ')
      : text
  return (rest.match(/\p{L}{2,}/gu) ?? []).filter(
    (word) => isLatin(word) && !DATA.test(word) && !isCode(word) && !UNACCENTED.test(word),
  )
}
