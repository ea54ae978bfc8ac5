import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'

/**
 * Writes each ESM file of `dist` again as CommonJS (`x.js` -> `x.cjs`), with a map to the sources.
 * The code is what the ESM build has; only imports and exports differ (docs/adr/release.md).
 *
 * @param {{ folder: string, target: string }} options the package's folder, and the syntax of the
 *   ESM build
 */
export async function emitCommonJs({ folder, target }) {
  const dist = path.join(folder, 'dist')
  const files = readdirSync(dist).filter((file) => file.endsWith('.js'))
  for (const file of files) {
    const { code, map } = await transform(withInlineMap(dist, file), {
      format: 'cjs',
      platform: 'node',
      target,
      // A chunk that loads later is required later: `import()` of CommonJS would hide its default
      // export.
      supported: { 'dynamic-import': false },
      banner: "'use strict'",
      sourcefile: file,
      sourcemap: 'external',
      logLevel: 'warning',
    })
    const name = file.replace(/\.js$/, '.cjs')
    writeFileSync(
      path.join(dist, name),
      `${requireCommonJs(code, files)}//# sourceMappingURL=${name}.map\n`,
    )
    writeFileSync(path.join(dist, `${name}.map`), map)
  }
}

/** The file with its map inside it, which the transform then follows to the sources. */
function withInlineMap(dist, file) {
  const map = readFileSync(path.join(dist, `${file}.map`)).toString('base64')
  return readFileSync(path.join(dist, file), 'utf8').replace(
    /\/\/# sourceMappingURL=.*\s*$/,
    `//# sourceMappingURL=data:application/json;base64,${map}\n`,
  )
}

/** Names the CommonJS twin wherever a file of the package requires another. */
function requireCommonJs(code, files) {
  return code.replace(/require\("\.\/([^"]+)\.js"\)/g, (found, name) =>
    files.includes(`${name}.js`) ? `require("./${name}.cjs")` : found,
  )
}
