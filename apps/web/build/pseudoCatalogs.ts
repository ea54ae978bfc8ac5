import { compileFolder, PSEUDO_LOCALES } from '@x/locale/compiler'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * The modules of a catalog folder's two pseudo-locales: `en-XA` accented and longer, `en-XB` right
 * to left; with `part` those of a part.
 */
export function pseudoModules(
  messages: string,
  part = '',
): { readonly accented: string; readonly mirrored: string } {
  const out = mkdtempSync(path.join(os.tmpdir(), 'x-pseudo-'))
  try {
    const { findings } = compileFolder(messages, { out, pseudo: true, draft: true })
    if (findings.length > 0) throw new Error(`The catalogs of ${messages} do not compile`)
    const [accented = '', mirrored = ''] = PSEUDO_LOCALES.map((locale) =>
      readFileSync(path.join(out, part, `${locale}.ts`), 'utf8'),
    )
    return { accented, mirrored }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
