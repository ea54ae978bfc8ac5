import path from 'node:path'
import { styleModules } from './styleModules.mjs'

/** The syntax of what is published. */
export const TARGET = 'es2023'

/** dist name -> source file, from the manifest's own `exports`. */
export function entryPoints(manifest) {
  return Object.fromEntries(
    Object.values(manifest.exports)
      .filter((target) => typeof target === 'object' && 'import' in target)
      .map((target) => [path.basename(target.import.default, '.js'), target['x-source']]),
  )
}

/** The options of esbuild for the ESM form of a package. @param {string} folder of the package */
export function bundle(folder) {
  return {
    absWorkingDir: folder,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: TARGET,
    platform: 'neutral',
    sourcemap: true,
    // Everything from the registry, and Node's own modules, stays an import.
    packages: 'external',
    chunkNames: '[name]-[hash]',
    plugins: [styleModules],
    logLevel: 'warning',
  }
}
