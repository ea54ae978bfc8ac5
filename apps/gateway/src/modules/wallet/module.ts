import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { Trading } from '../trading/module.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createAddresses, type Addresses } from './createAddresses.ts'
import { createDepositSource } from './createDepositSource.ts'
import { createDeposits } from './createDeposits.ts'
import { createNetworks, type Networks } from './createNetworks.ts'
import { developmentRoutes } from './developmentRoutes.ts'
import { createSweeper } from './sweeps/createSweeper.ts'
import { usdtValue } from './ports/usdtValue.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { DepositSource } from './ports/DepositSource.ts'
import type { Chain } from './ports/Chain.ts'
import type { Signer } from './ports/Signer.ts'
import type { KeySource } from './ports/KeySource.ts'
import { assertNetworks, type Network } from './ports/networks.ts'
import type { OutputPlace } from './ports/outputs.ts'

/** Where the chains are, and who has the keys. */
export interface WalletSettings {
  readonly networks: readonly Network[]
  /** Connects to the node of a network; `undefined`: there is none on this machine. */
  readonly connect: (network: Network) => Promise<Chain | undefined>
  /** Once a network is watched: coins that are paid to us from then on are seen. */
  readonly onWatched?: (network: Network) => Promise<void>
  readonly keys: KeySource
  /** Addresses that the exchange pays from or sweeps to, lower case. */
  readonly ownAddresses?: (network: Network) => readonly string[]
  /** Signs withdrawals; absent: they wait. */
  readonly signer?: Signer | undefined
  /** Ends what `connect` opened. */
  readonly close?: () => Promise<void>
}

export interface WalletOptions {
  /** Absent: this gateway has no chains. */
  readonly wallet?: WalletSettings | undefined
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly isDevelopment: boolean
  /** Says what is worth its gas. */
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
}

export interface WalletModule extends GatewayModule {
  readonly networks: Networks
  readonly addresses: Addresses
  readonly depositSource: DepositSource
  /** Outputs of a network that payments between our addresses spend. */
  reserved(network: string): readonly OutputPlace[]
}

const NO_CHAINS: WalletSettings = {
  networks: [],
  connect: async () => undefined,
  keys: {
    accountKey: () => Promise.reject(new Error('This gateway has no chains.')),
    deriveAddress: () => Promise.reject(new Error('This gateway has no chains.')),
  },
}

/**
 * Chains, addresses and deposits (wallet 1 to 3). Chains are opened after the start, so that it
 * does not wait for them.
 * @throws RangeError for networks that cannot be (`assertNetworks`)
 */
export function createWalletModule(options: WalletOptions): WalletModule {
  const { wallet = NO_CHAINS, trading, isDevelopment } = options
  assertNetworks(wallet.networks)
  const addresses = createAddresses({ ...options, ...wallet })
  const { core } = trading.service
  const { signer } = wallet
  const networks: Networks = createNetworks({
    ...options,
    ...wallet,
    addresses,
    core,
    unbookedSweeps: (id) => sweeper?.unbooked(id) ?? [],
    onRefill: async (tx, refill) => sweeper?.refilled(tx, refill),
    ...(signer && {
      hot: {
        address: () => signer.hotAddress('evm'),
        payments: (id: string) => sweeper?.ofHotAddress(id) ?? [],
      },
    }),
  })
  const sweeper =
    wallet.signer &&
    createSweeper({
      ...options,
      networks: networks.list,
      signer: wallet.signer,
      core,
      valueOf: (amount) => usdtValue(options.market, amount),
      addresses,
    })
  const deposits = createDeposits({ ...options, networks, addresses, canUseFaucet: isDevelopment })
  const { read } = createPrivateRoutes(trading.service)
  return {
    networks,
    addresses,
    depositSource: createDepositSource(networks),
    reserved: (network) => sweeper?.reserved(network) ?? [],
    routes: [
      route(api.deposits.coins, async () => deposits.coins()),
      read(api.deposits.address, (session, params) => deposits.address(session, params)),
      read(api.deposits.history, (session, params) => deposits.history(session, params)),
      ...(isDevelopment ? developmentRoutes(networks) : []),
    ],
    async start() {
      if (wallet.networks.length === 0) return
      await Promise.all([addresses.load(), sweeper?.load()])
      addresses.start()
      networks.start()
      sweeper?.start()
    },
    async stop() {
      addresses.stop()
      await sweeper?.stop()
      await networks.stop()
      await wallet.close?.()
    },
  }
}
