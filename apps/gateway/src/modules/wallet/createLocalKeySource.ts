import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { HDKey } from '@scure/bip32'
import { evmAddress, EVM_ACCOUNT } from './deriveAddress.ts'
import type { KeySource } from './ports/KeySource.ts'

const FILE = 'development-seed'

/**
 * The keys of a development gateway without a signer: a seed in the data folder. Coins of a
 * development chain are worth nothing; a gateway in production refuses this.
 */
export function createLocalKeySource(dataDir: string): KeySource {
  const file = path.join(dataDir, 'wallet', FILE)
  let account: Promise<HDKey> | undefined

  async function seed(): Promise<Buffer> {
    const kept = await readFile(file, 'utf8').catch(() => undefined)
    if (kept !== undefined) return Buffer.from(kept.trim(), 'hex')
    const made = randomBytes(32)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${made.toString('hex')}\n`)
    await handle.sync()
    await handle.close()
    return made
  }

  const accountOf = (): Promise<HDKey> =>
    (account ??= seed().then((bytes) => HDKey.fromMasterSeed(bytes).derive(EVM_ACCOUNT)))

  return {
    accountKey: async () => (await accountOf()).publicExtendedKey,
    deriveAddress: async (_family, index) => evmAddress(await accountOf(), index),
  }
}
