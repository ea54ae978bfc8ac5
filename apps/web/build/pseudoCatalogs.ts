import { compileFolder, PSEUDO_LOCALES } from '@x/locale/compiler'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Of each folder of catalogs the modules of both pseudo-locales, by their file names. */
const compiled = new Map<string, ReadonlyMap<string, string>>()

/**
 * The modules of a catalog folder's two pseudo-locales: `en-XA` accented and longer, `en-XB` right
 * to left; with `part` those of a part. The folder is compiled once for all parts.
 */
export function pseudoModules(
  messages: string,
  part = '',
): { readonly accented: string; readonly mirrored: string } {
  const modules = compiled.get(messages) ?? compile(messages)
  compiled.set(messages, modules)
  const [accented = '', mirrored = ''] = PSEUDO_LOCALES.map((locale) =>
    modules.get(path.posix.join(part, `${locale}.ts`)),
  )
  return { accented, mirrored }
}

function compile(messages: string): ReadonlyMap<string, string> {
  const out = mkdtempSync(path.join(os.tmpdir(), 'x-pseudo-'))
  try {
    const { findings, written } = compileFolder(messages, { out, pseudo: true, draft: true })
    if (findings.length > 0) throw new Error(`The catalogs of ${messages} do not compile`)
    return new Map(
      written
        .filter((name) => PSEUDO_LOCALES.some((locale) => name.endsWith(`${locale}.ts`)))
        .map((name) => [name, readFileSync(path.join(out, name), 'utf8')]),
    )
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
