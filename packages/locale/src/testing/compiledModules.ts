import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { MessageFormat } from '../messages/messageTypes.ts'
import { type CompileOptions, compileCatalogs } from '../compiler/compileCatalogs.ts'
import type { FindingRule } from '../compiler/findings.ts'

/** For tests: what a compiled catalog exports, not yet typed by its interface. */
export type AnyMessages = Readonly<
  Record<
    string,
    | string
    | readonly unknown[]
    | ((
        args: Readonly<Record<string, unknown>>,
        format: MessageFormat,
      ) => string | readonly unknown[])
  >
>

type Catalogs = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Locale -> texts, as the files of a catalog folder. */
export function filesOf(catalogs: Catalogs): Record<string, string> {
  return Object.fromEntries(
    Object.entries(catalogs).map(([locale, texts]) => [
      `${locale}.json`,
      JSON.stringify(texts, null, 2),
    ]),
  )
}

/** The rules that a set of catalogs breaks, as `file id rule`. */
export function rulesOf(catalogs: Catalogs, options: Partial<CompileOptions> = {}): string[] {
  return findingsOf(filesOf(catalogs), options).map(({ file, id, rule }) =>
    [file, id, rule].filter(Boolean).join(' '),
  )
}

export function findingsOf(
  files: Readonly<Record<string, string>>,
  options: Partial<CompileOptions> = {},
) {
  return compileCatalogs({ files, ...options }).findings
}

/** Only the rules, for a single English text. */
export function rulesOfText(text: string, options: Partial<CompileOptions> = {}): FindingRule[] {
  return findingsOf(filesOf({ en: { text } }), options).map(({ rule }) => rule)
}

/** A folder of the given files, which goes with the test that asks for it. */
export function folderOf(
  files: ReadonlyMap<string, string> | Readonly<Record<string, string>>,
): string {
  const folder = writeFolder(files)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * What a folder of the given files exports as `name`: once imported, nothing of it is needed any
 * more.
 */
export async function importFrom(
  files: ReadonlyMap<string, string> | Readonly<Record<string, string>>,
  name: string,
): Promise<unknown> {
  const folder = writeFolder(files)
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
    return await import(/* @vite-ignore */ pathToFileURL(path.join(folder, name)).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeFolder(
  files: ReadonlyMap<string, string> | Readonly<Record<string, string>>,
): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-locale-'))
  for (const [name, text] of files instanceof Map ? files : Object.entries(files))
    writeFileSync(path.join(folder, name), text)
  return folder
}

/**
 * Compiles to JavaScript, writes the modules and imports one language, as a bundler's output would
 * be.
 */
export async function importMessages(
  catalogs: Catalogs,
  locale: string,
  options: Partial<CompileOptions> = {},
): Promise<AnyMessages> {
  const { modules, findings } = compileCatalogs({
    files: filesOf(catalogs),
    form: 'js',
    ...options,
  })
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
  const module = (await importFrom(modules, `${locale}.js`)) as { default: AnyMessages }
  return module.default
}
