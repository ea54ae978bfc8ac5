import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { HDKey } from '@scure/bip32'
import { deriveAddress, accountPath } from './deriveAddress.ts'
import type { KeySource } from './ports/KeySource.ts'
import type { Network } from './ports/networks.ts'

const FILE = 'development-seed'

/**
 * The keys of a development gateway without a signer: a seed in the data folder. Coins of a
 * development chain are worth nothing; a gateway in production refuses this.
 */
export function createLocalKeySource(dataDir: string, networks: readonly Network[]): KeySource {
  const file = path.join(dataDir, 'wallet', FILE)
  const accounts = new Map<Network['family'], Promise<HDKey>>()

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

  function accountOf(family: Network['family']): Promise<HDKey> {
    const known = accounts.get(family)
    if (known) return known
    const derived = seed().then((bytes) => HDKey.fromMasterSeed(bytes).derive(accountPath(family)))
    accounts.set(family, derived)
    return derived
  }

  return {
    accountKey: async (family) => (await accountOf(family)).publicExtendedKey,
    deriveAddress: async (family, index) =>
      deriveAddress(await accountOf(family), { family, index, networks }),
  }
}
