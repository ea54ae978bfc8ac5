import path from 'node:path'
import type { Plugin } from 'vite'
import { fromSources } from './fromSources.ts'

const repository = path.resolve(import.meta.dirname, '../../..')
/** Modules of a catalog -> where its texts are. */
const CATALOGS: Readonly<Record<string, string>> = {
  'apps/web/src/generated/messages': 'apps/web/messages',
  'packages/ui/src/generated/strings': 'packages/ui/messages',
}

/** With `VITE_PSEUDO=1` the English pages speak en-XA and the Arabic ones en-XB, so that what is not translated, cut off or glued together shows. */
export function pseudoLocales(): Plugin | undefined {
  if (process.env['VITE_PSEUDO'] !== '1') return undefined
  return {
    name: 'pseudo-locales',
    enforce: 'pre',
    async load(id) {
      const [, folder = '', name] = /^(.*)\/(en|ar)\.ts$/.exec(path.relative(repository, id).replaceAll(path.sep, '/')) ?? []
      const messages = CATALOGS[folder]
      if (messages === undefined) return undefined
      const { pseudoModules } = await fromSources<typeof import('./pseudoCatalogs.ts')>('pseudoCatalogs.ts')
      const { accented, mirrored } = pseudoModules(path.join(repository, messages))
      return name === 'en' ? accented : mirrored
    },
  }
}
