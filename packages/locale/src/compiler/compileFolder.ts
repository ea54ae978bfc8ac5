import * as files from 'node:fs'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CompileOptions, compileCatalogs } from './compileCatalogs.ts'
import type { Finding } from './findings.ts'
import { HEADER } from './moduleForm.ts'

/** Folders and settings of {@link compileFolder}. */
export interface CompileFolderOptions extends Omit<CompileOptions, 'files' | 'sources'> {
  /** Folder of the modules; omitted: the catalogs are only checked. */
  readonly out?: string | undefined
  /**
   * Globs of the sources that use the ids, from Node 22; omitted: unused ids are not looked for.
   */
  readonly sources?: readonly string[]
}

/** What is wrong with the catalogs, and the files that changed. */
export interface CompileFolderResult {
  readonly findings: readonly Finding[]
  /**
   * Names of the files that changed; a file whose text is already right keeps its time, so that
   * watchers stay quiet.
   */
  readonly written: readonly string[]
  /** Names of files of an earlier run that went. */
  readonly removed: readonly string[]
}

/** Files that patterns name. Node 20 has no `globSync`; all else of this package runs there. */
function filesMatching(patterns: readonly string[]): readonly string[] {
  const glob = (files as Partial<typeof files>).globSync
  if (!glob) throw new Error('Finding sources by a pattern needs Node 22')
  return glob([...patterns]).sort()
}

/** Compiles a folder of catalogs. With findings nothing is written. */
export function compileFolder(
  folder: string,
  { out, sources, ...options }: CompileFolderOptions = {},
): CompileFolderResult {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const catalogs = Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )
  const texts = sources && filesMatching(sources).map((file) => readFileSync(file, 'utf8'))
  const { modules, findings } = compileCatalogs({
    ...options,
    files: catalogs,
    ...(texts && { sources: texts }),
  })
  if (out === undefined || findings.length > 0) return { findings, written: [], removed: [] }
  // The folders of this run's modules: what lies deeper may be another catalog's.
  const folders = [...new Set([...modules.keys()].map((name) => path.posix.dirname(name)))]
  for (const at of folders) mkdirSync(path.join(out, at), { recursive: true })
  const written = [...modules]
    .filter(([name, text]) => writeChanged(path.join(out, name), text))
    .map(([name]) => name)
  const removed = folders
    .flatMap((at) => readdirSync(path.join(out, at)).map((name) => path.posix.join(at, name)))
    .filter((name) => !modules.has(name) && isOurs(path.join(out, name)))
  for (const name of removed) rmSync(path.join(out, name))
  return { findings, written, removed }
}

function writeChanged(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
  writeFileSync(file, text)
  return true
}

/** Only files that carry our first line are ever removed. */
function isOurs(file: string): boolean {
  return /\.(ts|js)$/.test(file) && readFileSync(file, 'utf8').startsWith(HEADER)
}
