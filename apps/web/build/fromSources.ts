import path from 'node:path'
import { createServer, runnerImport } from 'vite'
import { scopedName } from './scopedName.ts'

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

/** The same for a module that imports components, and with them their styles. */
export async function componentsFromSources<T, R>(
  file: string,
  work: (module: T) => R | Promise<R>,
): Promise<R> {
  const server = await createServer({
    configFile: false,
    root: path.dirname(here),
    logLevel: 'error',
    css: { modules: { generateScopedName: scopedName } },
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    // As in the app: in an install for production the packages have none of their own.
    resolve: { dedupe: ['react', 'react-dom'] },
    optimizeDeps: { noDiscovery: true },
    ssr: { resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] } },
  })
  try {
    return await work((await server.ssrLoadModule(path.join(here, file))) as T)
  } finally {
    await server.close()
  }
}
