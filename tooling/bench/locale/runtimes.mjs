// Every runtime as an application would start it: one module that exports `start(tag, messages)`,
// which gives `say(count, limit)` and `number(value)`. The same production
// build is used for bytes and CPU time.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../bundle.mjs'
import { importPeerFile, peersFolder } from '../peers.mjs'
import { compiledFolder, I18NEXT, ICU } from './catalogs.mjs'

export const compiled = compiledFolder()
const ours = async (locale) =>
  (await import(pathToFileURL(path.join(compiled, `${locale}.js`)).href)).default
const icu = (locale) => ({ text: ICU[locale] })
const PEERS = 'tooling/bench-peers'

/**
 * `messages` gives what a build would ship for the language: a library that can compile its texts
 * gets them compiled.
 */
export const RUNTIMES = [
  {
    who: '@x/locale, compiled texts over Intl',
    folder: 'packages/locale',
    alias: { 'compiled-format': path.join(compiled, 'format.js') },
    code: `
import { createTranslate } from '@x/locale/messages'
import { createFormat } from 'compiled-format'
export const start = (tag, messages) => {
  const f = createFormat({ tag })
  const t = createTranslate(messages, f)
  return { say: (count, limit) => t('text', { count, limit }), number: (value) => f.number(value) }
}
`,
    messages: ours,
  },
  {
    who: '… with own separators, as in the app',
    folder: 'packages/locale',
    code: `
import { createMessageFormat, createTranslate } from '@x/locale/messages'
export const start = (tag, messages) => {
  const f = createMessageFormat({ locale: tag.slice(0, 2) })
  const t = createTranslate(messages, f)
  return { say: (count, limit) => t('text', { count, limit }), number: (value) => f.number(value) }
}
`,
    messages: ours,
  },
  {
    who: 'Lingui, compiled',
    folder: PEERS,
    code: `
import { setupI18n } from '@lingui/core'
export const start = (tag, messages) => {
  const i18n = setupI18n({ locale: tag, messages: { [tag]: messages } })
  return {
    say: (count, limit) => i18n._('text', { count, limit }),
    number: (value) => i18n.number(value),
  }
}
`,
    messages: async (locale) => ({
      text: (await importPeerFile('@lingui/message-utils/dist/compileMessage.mjs')).compileMessage(
        ICU[locale],
      ),
    }),
  },
  {
    who: 'use-intl, compiled',
    folder: PEERS,
    alias: {
      'use-intl/format-message': path.join(
        peersFolder,
        'node_modules/use-intl/dist/esm/production/format-message/format-only.js',
      ),
    },
    code: `
import { createFormatter, createTranslator } from 'use-intl/core'
export const start = (locale, messages) => {
  const t = createTranslator({ locale, messages, timeZone: 'UTC' })
  const f = createFormatter({ locale, timeZone: 'UTC' })
  return { say: (count, limit) => t('text', { count, limit }), number: (value) => f.number(value) }
}
`,
    messages: async (locale) => ({
      text: (await importPeerFile('icu-minify/dist/esm/production/compile.js')).default(
        ICU[locale],
      ),
    }),
  },
  {
    who: 'react-intl',
    folder: PEERS,
    external: ['react', 'react/jsx-runtime'],
    code: `
import { createIntl, createIntlCache } from 'react-intl'
export const start = (locale, messages) => {
  const intl = createIntl({ locale, messages, timeZone: 'UTC' }, createIntlCache())
  return {
    say: (count, limit) => intl.formatMessage({ id: 'text' }, { count, limit }),
    number: (value) => intl.formatNumber(value),
  }
}
`,
    messages: icu,
  },
  {
    who: 'i18next',
    folder: PEERS,
    code: `
import { createInstance } from 'i18next'
export const start = (lng, messages) => {
  const i18n = createInstance()
  i18n.init({
    lng,
    initAsync: false,
    showSupportNotice: false,
    interpolation: { escapeValue: false },
    resources: { [lng]: { translation: messages } },
  })
  const f = i18n.services.formatter
  return {
    say: (count, limit) => i18n.t('text', { count, limit }),
    number: (value) => f.format(value, 'number', lng, {}),
  }
}
`,
    messages: (locale) => I18NEXT[locale],
  },
  {
    who: 'i18next with ICU texts',
    folder: PEERS,
    code: `
import { createInstance } from 'i18next'
import ICU from 'i18next-icu'
export const start = (lng, messages) => {
  const i18n = createInstance()
  i18n
    .use(ICU)
    .init({
      lng,
      initAsync: false,
      showSupportNotice: false,
      resources: { [lng]: { translation: messages } },
    })
  return { say: (count, limit) => i18n.t('text', { count, limit }) }
}
`,
    messages: icu,
  },
]

/** The runtime's module, built and imported. */
export async function importRuntime({ code, folder, alias }, index) {
  const { files } = await bundle({ code, folder, ...(alias ? { alias } : {}) })
  const file = path.join(compiled, `runtime-${index}.js`)
  writeFileSync(file, files.find(({ name }) => name === 'entry.js')?.text ?? '')
  return import(pathToFileURL(file).href)
}
