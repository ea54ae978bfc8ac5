import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))
const settleScript = new URL('../exchange/ledger/settle.sql', import.meta.url)

/** Of all that makes a new database what it is: names a copy that others begin with. */
export async function migrationsDigest(...more: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256')
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of names) hash.update(await readFile(path.join(migrations, name)))
  hash.update(await readFile(path.join(migrations, 'meta/_journal.json')))
  hash.update(await readFile(settleScript))
  for (const each of more) hash.update(each)
  return hash.digest('hex').slice(0, 16)
}
