// The declarations of every entry, read by the oldest TypeScript that docs/support.md
// names: strict, without `skipLibCheck`, with `nodenext`, which reads the manifests most strictly,
// as ES module and as CommonJS.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The first TypeScript with generic typed arrays, which the declarations use. */
export const TYPESCRIPT_FLOOR = '5.7.3'

/**
 * @param {string} home a folder with the packages, React's types and `typescript-floor` installed
 * @param {readonly string[]} specifiers of all entries
 */
export async function oldestTypeScript(home, specifiers) {
  const folder = path.join(home, 'oldest-typescript')
  mkdirSync(folder, { recursive: true })
  const all = specifiers.map((name, index) => `export * as entry${index} from '${name}'\n`).join('')
  const files = ['all.mts', 'all.cts']
  for (const file of files) writeFileSync(path.join(folder, file), all)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['react'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = path.join(home, 'node_modules/typescript-floor/bin/tsc')
  await execute(process.execPath, [tsc, '-p', folder], { cwd: home })
}
