import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Public attack vectors where the recordings have them, else a few of our own. */
export function readAttackTexts(): readonly string[] {
  const folder = path.join(process.env['RECORDINGS_DIR'] ?? '../shared/data', 'xss')
  if (!existsSync(folder))
    return ['<img src=x onerror=alert(1)>', '"><svg/onload=alert(1)>', 'javascript:alert(1)']
  return readdirSync(folder)
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { readonly payload: string }).payload)
}
