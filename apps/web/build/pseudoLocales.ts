import path from 'node:path'
import type { Plugin } from 'vite'
import { fromSources } from './fromSources.ts'

const repository = path.resolve(import.meta.dirname, '../../..')
/** Where the modules of a catalog are, and where its texts. A folder further down holds a part. */
const CATALOGS = [
  { modules: 'apps/web/src/generated/messages', messages: 'apps/web/messages' },
  { modules: 'packages/ui/src/generated/strings', messages: 'packages/ui/messages' },
]

/**
 * With `VITE_PSEUDO=1` the English pages speak en-XA and the Arabic ones en-XB, so that what is not
 * translated, cut off or glued together shows.
 */
export function pseudoLocales(): Plugin | undefined {
  if (process.env['VITE_PSEUDO'] !== '1') return undefined
  let catalogs: Promise<typeof import('./pseudoCatalogs.ts')> | undefined
  const read = () => (catalogs ??= fromSources('pseudoCatalogs.ts'))
  return {
    name: 'pseudo-locales',
    enforce: 'pre',
    // Once and before all else: beside a running build the import can wait too long for its turn.
    buildStart: async () => void (await read()),
    async load(id) {
      const [, folder = '', name] =
        /^(.*)\/(en|ar)\.ts$/.exec(path.relative(repository, id).replaceAll(path.sep, '/')) ?? []
      const catalog = CATALOGS.find(
        ({ modules }) => folder === modules || folder.startsWith(`${modules}/`),
      )
      if (!catalog) return undefined
      const { pseudoModules } = await read()
      const { accented, mirrored } = pseudoModules(
        path.join(repository, catalog.messages),
        folder.slice(catalog.modules.length + 1),
      )
      return name === 'en' ? accented : mirrored
    },
  }
}
