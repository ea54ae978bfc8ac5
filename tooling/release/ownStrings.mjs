// A blank app outside of this repository: catalogs of its own, compiled by the packed `x-locale`,
// type-checked against the packed declarations, and shown with one export. It uses nothing but what
// npm has installed.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { publishedRuntime } from '../bench/size.mjs'

const execute = promisify(execFile)
const tsc = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

const CATALOGS = {
  en: {
    'vault.title': 'Vault',
    'vault.open': '{count, plural, one {# open box} other {# open boxes}} of {owner}',
  },
  pl: {
    'vault.title': 'Skarbiec',
    'vault.open':
      '{count, plural, one {# otwarta skrytka} few {# otwarte skrytki} many {# otwartych ' +
      'skrytek} other {# otwartej skrytki}}: {owner}',
  },
  ar: {
    'vault.title': 'الخزنة',
    'vault.open':
      '{count, plural, zero {لا صناديق} one {صندوق واحد} two {صندوقان} few {# صناديق} many ' +
      '{# صندوقًا} other {# صندوق}} لدى {owner}',
  },
}

/** The one export: the app's hook and provider, typed by its English source. */
const MESSAGES = `import { createMessages } from '@x/locale/react'
import type { Messages } from './generated/messages.ts'

export const { MessagesProvider, useMessages } = createMessages<Messages>()
`

const MAIN = `import { createCatalog, createMessageFormat,
  createTranslate } from '@x/locale/messages'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { LocaleProvider } from '@x/locale/react'
import { loaders } from './generated/loaders.ts'
import { MessagesProvider, useMessages } from './messages.ts'

const catalog = createCatalog({ loaders, locale: 'en', messages: await loaders.en() })
function Vault() {
  const t = useMessages()
  return createElement('p', null, t('vault.open', { count: 5, owner: 'Zeta' }))
}
await catalog.switchTo('pl')
const { messages, locale } = catalog.getState()
const html = renderToString(createElement(LocaleProvider, { locale,
  children: createElement(MessagesProvider, { messages, children: createElement(Vault) }) }))
if (html !== '<p>5 otwartych skrytek: Zeta</p>') throw new Error(html)
await catalog.switchTo('ar')
const t = createTranslate(catalog.getState().messages, createMessageFormat({ locale: 'ar' }))
if (t('vault.open', { count: 2,
  owner: 'Zeta' }) !== 'صندوقان لدى \\u2068Zeta\\u2069') throw new Error(t('vault.open', {
  count: 2, owner: 'Zeta' }))
// @ts-expect-error an id that the catalog lacks
t('vault.closed')
// @ts-expect-error an argument that the text needs
if (false as boolean) t('vault.open', { count: 1 })
`

/** @param {string} home a folder with the packages, React and its types installed */
export async function ownStrings(home) {
  const app = path.join(home, 'own-strings')
  mkdirSync(path.join(app, 'messages'), { recursive: true })
  for (const [locale, texts] of Object.entries(CATALOGS))
    writeFileSync(path.join(app, `messages/${locale}.json`), JSON.stringify(texts))
  writeFileSync(
    path.join(app, 'package.json'),
    JSON.stringify({ name: 'own-strings', private: true, type: 'module' }),
  )
  writeFileSync(path.join(app, 'messages.ts'), MESSAGES)
  writeFileSync(path.join(app, 'main.ts'), MAIN)
  writeFileSync(
    path.join(app, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2023', 'dom'],
        allowImportingTsExtensions: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
        types: [],
      },
      include: ['*.ts'],
    }),
  )
  await execute(
    'npx',
    [
      '--no-install',
      'x-locale',
      'compile',
      'own-strings/messages',
      '--out',
      'own-strings/generated',
    ],
    { cwd: home },
  )
  await execute(tsc, ['-p', app], { cwd: home })
  const format = path.join(app, 'generated/format.ts')
  const { measured, holds } = await publishedRuntime({ home, format })
  if (!holds) throw new Error(`The message runtime has ${measured}`)
  await execute('node', ['--disable-warning=ExperimentalWarning', path.join(app, 'main.ts')], {
    cwd: home,
  })
}
