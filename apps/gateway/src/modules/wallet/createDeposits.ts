import type { api, CoinsConfig, Deposit, DepositAddress, Page, RequestOf } from '@x/api'
import { formatUnits } from '@x/decimal'
import { ASSET_SCALES, scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { given, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { Addresses } from './createAddresses.ts'
import type { Networks, RunningNetwork } from './createNetworks.ts'
import { shownAddress } from './deriveAddress.ts'
import { assetOn, type Network } from './ports/networks.ts'
import { CURSOR, cursorOf, sightingKey, sightingsOf, type Sighting } from './sightings.ts'

/** What users see of networks and of their deposits (wallet 3, 6). */
export interface Deposits {
  coins(): CoinsConfig
  /** @throws GatewayError 40010, 40401, 00006 */
  address(
    session: Pick<RequestSession, 'userId'>,
    params: RequestOf<typeof api.deposits.address>,
  ): Promise<DepositAddress>
  history(
    session: Pick<RequestSession, 'userId'>,
    params: RequestOf<typeof api.deposits.history>,
  ): Promise<Page<Deposit>>
}

export interface DepositsOptions {
  readonly networks: Networks
  readonly addresses: Addresses
  readonly db: Database
  readonly canUseFaucet: boolean
}

export function createDeposits({
  networks,
  addresses,
  db,
  canUseFaucet,
}: DepositsOptions): Deposits {
  return {
    coins: () => ({
      networks: networks.list.map(networkView),
      coins: coinsOf(networks.list.map(({ network }) => network)),
      canUseFaucet,
    }),

    async address({ userId }, params) {
      const asset = required(given(params.asset), 'asset')
      const { network } = requireNetwork(networks, params.network)
      const listed = assetOn(network, asset)
      if (!listed) throw unknown('asset', 'The network does not carry this asset')
      return {
        network: network.id,
        asset,
        address: shownAddress(await addresses.of(userId, network.family)),
        minimum: listed.minDeposit,
        creditAt: network.creditAt,
        unlockAt: network.unlockAt,
      }
    },

    async history({ userId }, params) {
      const { cursor, limit } = readPage(params, { cursorPattern: CURSOR })
      const asset = given(params.asset)
      if (asset !== undefined && !Object.hasOwn(ASSET_SCALES, asset))
        throw invalidParameter('asset', 'The asset is not listed')
      return pageOf({ cursor, limit, symbol: undefined }, async (wanted) =>
        (await sightingsOf(db, { userId, asset, cursor, limit: wanted })).flatMap((sighting) => {
          const running = networks.get(sighting.network)
          return running
            ? [{ item: depositView(sighting, running), cursor: cursorOf(sighting) }]
            : []
        }),
      )
    },
  }
}

const unknown = (field: string, message: string): GatewayError =>
  new GatewayError('40401', message, { data: { field } })

/** @throws GatewayError 40010, 40401 */
export function requireNetwork(networks: Networks, id: string | undefined): RunningNetwork {
  const found = networks.get(required(given(id), 'network'))
  if (!found) throw unknown('network', 'There is no such network')
  return found
}

function networkView({ network, chain, pause }: RunningNetwork): CoinsConfig['networks'][number] {
  const { id, name, family, chainId, blockSeconds, creditAt, unlockAt } = network
  return {
    network: id,
    name,
    family,
    chainId: chainId ?? null,
    blockSeconds,
    creditAt,
    unlockAt,
    suspended: pause() ? 'paused' : chain() ? null : 'unavailable',
  }
}

/** Assets in the ledger's order, each with the networks that carry it. */
function coinsOf(networks: readonly Network[]): CoinsConfig['coins'] {
  return Object.keys(ASSET_SCALES).flatMap((asset) => {
    const carrying = networks.flatMap((network) => {
      const listed = assetOn(network, asset)
      return listed
        ? [
            {
              network: network.id,
              contract: listed.contract ?? null,
              minDeposit: listed.minDeposit,
              minWithdraw: listed.minWithdraw,
              withdrawFee: listed.withdrawFee,
            },
          ]
        : []
    })
    return carrying.length > 0 ? [{ asset, networks: carrying }] : []
  })
}

export function depositView(sighting: Sighting, { network, height }: RunningNetwork): Deposit {
  const { asset, amount, address, txHash, state, reason } = sighting
  const depth = sighting.height === null ? 0 : (height() ?? 0) - sighting.height + 1
  return {
    depositId: sightingKey(sighting),
    network: network.id,
    asset,
    amount: formatUnits(amount, scaleOf(asset), { trim: true }),
    address: shownAddress(address),
    txHash,
    state,
    reason,
    confirmations: Math.max(depth, 0),
    creditAt: network.creditAt,
    unlockAt: network.unlockAt,
    createdAt: sighting.createdAt,
    updatedAt: sighting.updatedAt,
  }
}
