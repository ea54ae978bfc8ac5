import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes `.vite/composition.json` beside the manifest: the modules of the app by their paths in the
 * repository, what each imports, and of each script the modules that are in it with their lengths,
 * both by their place in the first list. A journey reads what a page loads for another's sake.
 */
export function composition(): Plugin {
  const root = path.resolve(import.meta.dirname, '../../..')
  return {
    name: 'composition',
    apply: 'build',
    generateBundle(_options, bundle) {
      const ids = [...this.getModuleIds()]
      const places = new Map(ids.map((id, place) => [id, place]))
      const placesOf = (some: readonly string[]) => some.map((id) => places.get(id) ?? -1)
      const imports = ids.map((id) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        return placesOf([...importedIds, ...dynamicallyImportedIds])
      })
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      this.emitFile({
        type: 'asset',
        fileName: '.vite/composition.json',
        source: JSON.stringify({
          modules: ids.map((id) => path.relative(root, id)),
          imports,
          files: Object.fromEntries(
            chunks.map(({ fileName, modules }) => [
              fileName,
              Object.entries(modules).map(([id, { renderedLength }]) => [
                places.get(id) ?? -1,
                renderedLength,
              ]),
            ]),
          ),
        }),
      })
    },
  }
}
