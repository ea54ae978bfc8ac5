import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const script = path.join(import.meta.dirname, 'moveFunds.ts')

/**
 * Gives the demo account of a data folder so many lines of its statement, by commands of the
 * exchange: no gateway may run on it.
 */
export async function seedStatement(
  dataDir: string,
  { lines }: { readonly lines: number },
): Promise<void> {
  const args = ['--liftoff-only', '--conditions=x-source', '--disable-warning=ExperimentalWarning']
  await promisify(execFile)(process.execPath, [...args, script, dataDir, String(lines)])
}
