import path from 'node:path'
import { runnerImport } from 'vite'

const here = import.meta.dirname

/**
 * Imports a module of this folder with the packages read from their sources, as the app itself
 * reads them: a fresh clone has nothing built yet.
 */
export async function fromSources<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(path.join(here, file), {
    root: path.dirname(here),
    logLevel: 'error',
    environments: {
      inline: { resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] } },
    },
  })
  return module
}
