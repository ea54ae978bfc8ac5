import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '@x/kit'
import { parseUnits } from '@x/decimal'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import { atomsPerUnit, type Network, type NetworkAsset } from '../ports/networks.ts'
import { createSignerClient, type SignerClient } from './createSignerClient.ts'

const MAIN = fileURLToPath(new URL('../../../../../signer/src/main.ts', import.meta.url))
/** What leaves without approvals at most, and ten times as much in an hour. */
const UNAPPROVED: Readonly<Record<string, string>> = {
  USDT: '1000',
  ETH: '1',
  LINK: '100',
  SHIB: '100000000',
  LTC: '20',
}

/** A person whose approval the signer takes. */
export interface Approver {
  readonly name: string
  /** Raw Ed25519 public key, base64. */
  readonly publicKey: string
}

export interface SignerProcess extends SignerClient {
  /** Resolves once the process has ended, by itself or not. */
  readonly ended: Promise<void>
}

/**
 * The signer of a development gateway: a process of its own with its seed in the data folder, ended
 * with the gateway. In production an operator runs it under another user.
 */
export async function openDevelopmentSigner({
  dataDir,
  networks,
  clock,
  operators,
}: {
  readonly dataDir: string
  readonly networks: readonly Network[]
  readonly clock: Pick<Clock, 'after'>
  readonly operators: readonly Approver[]
}): Promise<SignerProcess> {
  const dir = path.join(dataDir, 'signer')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await writeFile(
    path.join(dir, 'policy.json'),
    JSON.stringify(policyOf(networks, operators), undefined, 1),
  )
  const child = spawn(
    process.execPath,
    ['--conditions=x-source', '--disable-warning=ExperimentalWarning', MAIN],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        SIGNER_DIR: dir,
        SIGNER_MODE: 'development',
        SIGNER_IMPORT_SEED: path.join(dataDir, 'wallet', 'development-seed'),
      },
    },
  )
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The signer ended with ${code}.`)))
  })
  child.unref()
  child.channel?.unref()
  const client = createSignerClient({ path: path.join(dir, 'signer.sock'), clock })
  return {
    ...client,
    ended: new Promise((resolve) => void child.once('exit', () => resolve())),
    close() {
      client.close()
      child.kill('SIGTERM')
    },
  }
}

/** The policy file of the signer, in atoms. */
function policyOf(networks: readonly Network[], operators: readonly Approver[]): object {
  return {
    networks: Object.fromEntries(
      networks.map((network) => [
        network.id,
        { ...limitsOf(network), assets: Object.fromEntries(network.assets.map(assetPolicyOf)) },
      ]),
    ),
    approvers: Object.fromEntries(operators.map(({ name, publicKey }) => [name, publicKey])),
  }
}

const limitsOf = ({
  family,
  chainId,
  addressPrefix,
  hasStatements,
  coldAddress: cold,
}: Network): object =>
  family === 'evm'
    ? {
        cold,
        chainId,
        maxFeePerGas: '500000000000',
        gasLimitMost: '120000',
        gasMost: '10000000000000000',
        ...(hasStatements ? { statementFeesMost: '100000000000000000' } : {}),
      }
    : { cold, family, addressPrefix, perByteMost: '1000', feeMost: '1000000' }

function assetPolicyOf(coin: NetworkAsset): readonly [string, object] {
  const limit = parseUnits(UNAPPROVED[coin.asset] ?? '0', scaleOf(coin.asset)) ?? 0n
  return [
    coin.asset,
    {
      ...(coin.contract === undefined ? {} : { contract: coin.contract }),
      atomsPerUnit: String(atomsPerUnit(coin)),
      unapprovedMost: String(limit),
      hourlyMost: String(10n * limit),
    },
  ]
}
