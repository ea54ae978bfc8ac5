import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DIRECTIVE } from '../config/clientEntries.mjs'

const execute = promisify(execFile)
const listed = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../config/clientEntries.json'), 'utf8'),
)

/**
 * The installed entries of `clientEntries.json` begin with `'use client'`, no other does, and the
 * others load with React as server components have it, without state and context.
 *
 * @param {string} home a folder with the packages and React installed
 * @param {readonly string[]} specifiers of all entries
 */
export async function reactServer(home, specifiers) {
  const server = []
  for (const specifier of specifiers) {
    const [scope, name, entry = 'index'] = specifier.split('/')
    const isClient = listed[`${scope}/${name}`]?.includes(entry) ?? false
    for (const extension of ['js', 'cjs']) {
      const file = path.join(home, 'node_modules', scope, name, 'dist', `${entry}.${extension}`)
      if (readFileSync(file, 'utf8').startsWith(DIRECTIVE) !== isClient)
        throw new Error(`${specifier} ${isClient ? 'lacks' : 'has'} 'use client' in ${file}`)
    }
    if (!isClient) server.push(specifier)
  }
  const program = `for (const name of ${JSON.stringify(server)}) await import(name)`
  writeFileSync(path.join(home, 'server.mjs'), program)
  await execute('node', ['--conditions=react-server', 'server.mjs'], { cwd: home })
}
