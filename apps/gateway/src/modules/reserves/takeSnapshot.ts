import { createPrivateKey, randomBytes, sign } from 'node:crypto'
import type { ReserveAddress, ReservesAsset, ReservesReport, ReservesStatement } from '@x/api'
import { formatDecimal, formatUnits, fromUnits } from '@x/decimal'
import { statementText } from '@x/reserves'
import { buildTree, type Liability } from '@x/reserves/server'
import type { Clock } from '@x/kit'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { GatewayIdentity } from '../../platform/signing/derivedSecret.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import {
  countReserves,
  indexesOf,
  type CountedReserves,
  type ReservesPorts,
} from './countReserves.ts'
import { type AssetAmounts, liabilitiesOf, type Liabilities } from './liabilities.ts'
import { latestReport, writeSnapshot } from './queries.ts'

export interface SnapshotOptions extends ReservesPorts {
  readonly core: Pick<TradingCore, 'state' | 'lastSeq' | 'durable'>
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly identity: Pick<GatewayIdentity, 'serverPrivateKeyPem' | 'serverPublicKey'>
  readonly signer: Pick<Signer, 'attest'> | undefined
}

/**
 * Takes a snapshot of what is owed and of what is there (wallet 7), and stores it with the proof of
 * each user. Liabilities and heights are read in one turn, so that they belong together.
 * @returns the report, or `undefined` where no user has anything
 * @throws ChainError, ReservesError
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<ReservesReport | undefined> {
  const { core, db, clock, networks } = options
  const at = clock.now()
  const journal = core.lastSeq()
  const liabilities = liabilitiesOf(core.state)
  const heights = networks.flatMap((running) => {
    const height = running.chain() && running.height()
    return height === undefined ? [] : [{ running, height }]
  })
  if (liabilities.users.size === 0) return undefined
  await core.durable(journal)
  const counted = await countReserves(options, heights)
  const previous = await latestReport(db)
  const { statement, owed, tree } = stateOf(liabilities, { at, journal, counted, previous })
  const report: ReservesReport = {
    statement,
    ...signStatement(statement, options),
    at,
    assets: statement.assets.map((asset, n) =>
      assetOf(asset, { owed: tree.sums[n] ?? 0n, counted, notCoins: liabilities.notCoins }),
    ),
    addresses: await addressesOf(statement, { ...options, counted }),
  }
  await writeSnapshot(db, {
    report,
    proofs: (function* () {
      for (const { name, secret } of owed)
        yield [
          name,
          { secret: Buffer.from(secret).toString('hex'), pieces: tree.piecesOf(name) ?? [] },
        ] as const
    })(),
  })
  return report
}

/** The tree over all users, and the statement about it. */
function stateOf(
  { users }: Liabilities,
  {
    at,
    journal,
    counted,
    previous,
  }: {
    readonly at: number
    readonly journal: number
    readonly counted: CountedReserves
    readonly previous: ReservesReport | undefined
  },
) {
  const snapshotId = `${new Date(at).toISOString().slice(0, 19)}Z`
  const names = [...users.values()].flatMap((amounts) => [...amounts.keys()])
  const assets = [...new Set([...names, ...counted.assets])].toSorted()
  const owed: Liability[] = [...users].map(([name, amounts]) => ({
    name,
    secret: randomBytes(32),
    amounts: assets.map((asset) => amounts.get(asset) ?? 0n),
  }))
  const tree = buildTree({ snapshotId, assets: assets.length, liabilities: owed })
  const statement: ReservesStatement = {
    snapshotId,
    assets,
    scales: assets.map(scaleOf),
    root: tree.root,
    sums: tree.sums.map(String),
    leaves: tree.leaves,
    journal,
    heights: counted.heights,
    previousRoot: previous?.statement.root ?? null,
  }
  return { statement, owed, tree }
}

const signStatement = (
  statement: ReservesStatement,
  { identity }: Pick<SnapshotOptions, 'identity'>,
): Pick<ReservesReport, 'signature' | 'publicKey'> => ({
  signature: sign(
    'sha256',
    Buffer.from(statementText(statement)),
    createPrivateKey(identity.serverPrivateKeyPem),
  ).toString('base64'),
  publicKey: identity.serverPublicKey,
})

const PERCENT_DECIMALS = 2

function assetOf(
  asset: string,
  {
    owed,
    counted,
    notCoins,
  }: {
    readonly owed: bigint
    readonly counted: CountedReserves
    readonly notCoins: AssetAmounts
  },
): ReservesAsset {
  const amount = (atoms: bigint): string => formatUnits(atoms, scaleOf(asset), { trim: true })
  const apart = notCoins.get(asset) ?? 0n
  const shown = apart < 0n ? 0n : apart < owed ? apart : owed
  const reserves = counted.assets.has(asset)
    ? counted.coins.reduce((sum, each) => (each.asset === asset ? sum + each.atoms : sum), 0n)
    : undefined
  const rest = owed - shown
  return {
    asset,
    owed: amount(owed),
    notCoins: amount(shown),
    reserves: reserves === undefined ? null : amount(reserves),
    ratio:
      reserves === undefined || rest === 0n
        ? null
        : formatDecimal(fromUnits((reserves * 10_000n) / rest, PERCENT_DECIMALS)),
  }
}

/** Every address with coins, with its own signature where the signer answers. */
async function addressesOf(
  { snapshotId, root }: ReservesStatement,
  {
    db,
    signer,
    log,
    networks,
    counted,
  }: Pick<SnapshotOptions, 'db' | 'signer' | 'log' | 'networks'> & {
    readonly counted: CountedReserves
  },
): Promise<ReserveAddress[]> {
  const indexes = await indexesOf(db)
  // The key of a cold address is nowhere here: it is counted, and has no signature.
  const cold = new Set(networks.map(({ network }) => network.coldAddress))
  const families = new Map(networks.map(({ network }) => [network.id, network.family]))
  const familyOf = new Map(
    counted.coins.map(({ network, address }) => [address, families.get(network) ?? 'evm']),
  )
  const signatures = new Map<string, string | null>()
  for (const [address, family] of familyOf)
    signatures.set(
      address,
      signer && !cold.has(address)
        ? await signer
            .attest({ snapshotId, root, index: indexes.get(address) ?? null, family })
            .catch((error: unknown) => {
              log.warn('An address of the reserves was not signed', { error: String(error) })
              return null
            })
        : null,
    )
  return counted.coins.map(({ network, address, asset, atoms }) => ({
    network,
    address,
    asset,
    amount: formatUnits(atoms, scaleOf(asset), { trim: true }),
    signature: signatures.get(address) ?? null,
  }))
}
