import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const here = import.meta.dirname

/**
 * Imports a module of this folder with the packages read from their sources, as the app itself
 * reads them: a fresh clone has nothing built yet.
 */
export async function fromSources<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(path.join(here, file), {
    root: path.dirname(here),
    logLevel: 'error',
    plugins: [withoutStyles()],
    environments: {
      inline: { resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] } },
    },
  })
  return module
}

const NO_STYLES = '\0no-styles'

/** Nothing is drawn here, and class names come only from a build. */
function withoutStyles(): Plugin {
  return {
    name: 'without-styles',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? NO_STYLES : undefined),
    load: (id) => (id === NO_STYLES ? 'export default {}' : undefined),
  }
}
