import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Plain style sheets that the manifest exports (`./tokens.css`) are copied; the bundler has already
 * written one sheet per widget.
 */
export async function emitStyles({ folder, manifest }) {
  const dist = path.join(folder, 'dist')
  for (const target of Object.values(manifest.exports)) {
    const source = typeof target === 'object' ? target['x-source'] : undefined
    if (source?.endsWith('.css'))
      copyFileSync(path.join(folder, source), path.join(dist, path.basename(target.default)))
    // Since version 6 TypeScript looks for types of modules that are imported for their effect
    // alone.
    if (target.types?.endsWith('/css.d.ts'))
      writeFileSync(
        path.join(folder, target.types),
        '/** A style sheet, which has no names. */\nexport {}\n',
      )
  }
  // The CommonJS pass writes the same sheets again under its chunk names.
  for (const file of readdirSync(dist)) {
    const isChunkStyle = /^chunk-.*\.css(\.map)?$/.test(file)
    if (isChunkStyle && existsSync(path.join(dist, file))) rmSync(path.join(dist, file))
  }
}
