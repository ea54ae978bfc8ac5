// Checks every catalog: the compiler's own findings with all 26 languages required, untranslated
// English, terms of the glossary, and texts in JSX instead of a catalog.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CATALOGS } from './catalogs.mjs'
import { literalTexts } from './jsxTexts.mjs'
import { leftovers } from './leftoverEnglish.mjs'
import { retiredTexts } from './retiredTexts.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file) =>
  existsSync(path.join(root, file))
    ? JSON.parse(readFileSync(path.join(root, file), 'utf8'))
    : undefined
/** Locale -> texts that are the same as in English. */
const same = read('tooling/config/sameAsEnglish.json') ?? {}
const faults = []

for (const { messages, sources } of CATALOGS) {
  try {
    const args = [
      '--conditions=x-source',
      '--disable-warning=ExperimentalWarning',
      'packages/locale/src/cli.ts',
      'check',
      messages,
      '--require',
      'all',
      ...sources.flatMap((glob) => ['--sources', glob]),
    ]
    execFileSync('node', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    faults.push(
      ...String(error.stderr)
        .trim()
        .split('\n')
        .map((line) => `${messages}/${line}`),
    )
  }
  const english = read(`${messages}/en.json`)
  for (const file of readdirSync(path.join(root, messages)).filter(
    (name) => name.endsWith('.json') && name !== 'fallback.json' && name !== 'parts.json',
  )) {
    const locale = file.slice(0, -'.json'.length)
    const found = leftovers({
      locale,
      english,
      texts: read(`${messages}/${file}`),
      terms: read(`docs/glossary/${file}`)?.terms,
      same: same[locale],
    })
    faults.push(...found.map((fault) => `${messages}/${file} ${fault}`))
  }
}
/** Catalogs with their own reader, too. */
const FOLDERS = [...CATALOGS.map(({ messages }) => messages), 'apps/gateway/mail']
for (const folder of FOLDERS)
  for (const name of readdirSync(path.join(root, 'docs/glossary'))) {
    const texts = read(`${folder}/${name}`)
    if (texts === undefined) continue
    const found = retiredTexts(texts, read(`docs/glossary/${name}`).retired)
    faults.push(...found.map((fault) => `${folder}/${name} ${fault}`))
  }
faults.push(...literalTexts(root))

for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'Catalogs: sound' : `Catalogs: ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
