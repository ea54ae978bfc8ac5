import { ASSET_SCALES, symbolSpec } from '../../../exchange/instruments/symbols.ts'

/** An asset on one network. Amounts are decimal strings of the asset. */
export interface NetworkAsset {
  readonly asset: string
  /** Decimals of the smallest unit on the chain; at most those of the ledger. */
  readonly decimals: number
  /** Lower case; absent: the network's own coin. */
  readonly contract?: string
  readonly minDeposit: string
  readonly minWithdraw: string
  readonly withdrawFee: string
}

/** Two assets of a network that are swapped with each other; the pool is named by both. */
export interface SwapPool {
  readonly base: string
  readonly quote: string
  /** How much of `quote` the treasury puts in at first, beside as much worth of `base`. */
  readonly depth: string
}

/** A chain that coins come from and go to. */
export interface Network {
  /** For good: the ledger's owner `chain:<id>` and every deposit are named by it. */
  readonly id: string
  readonly name: string
  /** `evm`: one address of a user serves every network of the family. The others are UTXO. */
  readonly family: 'evm' | 'ltc' | 'btc'
  /** EVM only. */
  readonly chainId?: number
  /** UTXO only: what its bech32 addresses begin with, such as `ltc` and on a regtest `rltc`. */
  readonly addressPrefix?: string
  readonly blockSeconds: number
  /** Confirmations after which a deposit trades, and after which it may leave. */
  readonly creditAt: number
  readonly unlockAt: number
  readonly assets: readonly NetworkAsset[]
  /** Whether the node answers `trace_block`; without it payments of contracts are held. */
  readonly hasTraces: boolean
  /**
   * Lower case: receives what the hot address has too much. It is watched; its key is nowhere here.
   * The signer has it in its own policy. Absent: the hot address keeps everything.
   */
  readonly coldAddress?: string
  /**
   * Whether the statement of each snapshot of the reserves is sent over it (wallet 7): one EVM
   * network at most, whose policy at the signer has `statementFeesMost`.
   */
  readonly hasStatements?: boolean
  /** What wallets swap here (wallet 5). Absent: nothing. */
  readonly swapPools?: readonly SwapPool[]
}

const usdt = { asset: 'USDT', decimals: 6, minDeposit: '1', minWithdraw: '10', withdrawFee: '1' }
const eth = {
  asset: 'ETH',
  decimals: 18,
  minDeposit: '0.001',
  minWithdraw: '0.01',
  withdrawFee: '0.001',
}

/**
 * Contracts of the development chains: what the address of the first transactions of the faucet
 * leads to (`devchain/tokens.ts`, whose test compares).
 */
export const DEVELOPMENT_CONTRACTS = {
  USDT: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  LINK: '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
  SHIB: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
} as const

/** The networks of a development gateway (wallet 1). */
export const DEVELOPMENT_NETWORKS: readonly Network[] = [
  {
    id: 'evm-a',
    name: 'EVM A',
    family: 'evm',
    chainId: 31_337,
    blockSeconds: 2,
    creditAt: 6,
    unlockAt: 12,
    hasTraces: true,
    hasStatements: true,
    swapPools: [
      { base: 'ETH', quote: 'USDT', depth: '20000' },
      { base: 'LINK', quote: 'USDT', depth: '10000' },
    ],
    assets: [
      eth,
      { ...usdt, contract: DEVELOPMENT_CONTRACTS.USDT },
      {
        asset: 'LINK',
        decimals: 18,
        contract: DEVELOPMENT_CONTRACTS.LINK,
        minDeposit: '0.1',
        minWithdraw: '1',
        withdrawFee: '0.1',
      },
      {
        asset: 'SHIB',
        decimals: 18,
        contract: DEVELOPMENT_CONTRACTS.SHIB,
        minDeposit: '10000',
        minWithdraw: '500000',
        withdrawFee: '100000',
      },
    ],
  },
  {
    id: 'evm-b',
    name: 'EVM B',
    family: 'evm',
    chainId: 31_338,
    blockSeconds: 1,
    creditAt: 20,
    unlockAt: 40,
    hasTraces: true,
    assets: [eth, { ...usdt, contract: DEVELOPMENT_CONTRACTS.USDT }],
  },
]

/** The network of a development gateway where `litecoind` is installed (wallet 1). */
export const LITECOIN_NETWORK: Network = {
  id: 'ltc',
  name: 'Litecoin',
  family: 'ltc',
  addressPrefix: 'rltc',
  blockSeconds: 2,
  creditAt: 2,
  unlockAt: 6,
  hasTraces: false,
  assets: [
    {
      asset: 'LTC',
      decimals: 8,
      minDeposit: '0.01',
      minWithdraw: '0.05',
      withdrawFee: '0.005',
    },
  ],
}

const ADDRESS = /^0x[0-9a-f]{40}$/

/** What bech32 addresses of a family begin with: the main network, regtest, the test network. */
export const ADDRESS_PREFIXES = {
  ltc: ['ltc', 'rltc', 'tltc'],
  btc: ['bc', 'bcrt', 'tb'],
} as const

/** The asset on the network; `undefined`: it is not listed there. */
export const assetOn = (network: Network, asset: string): NetworkAsset | undefined =>
  network.assets.find((each) => each.asset === asset)

/** How many atoms of the ledger one unit of the chain is. */
export const atomsPerUnit = ({ asset, decimals }: NetworkAsset): bigint =>
  10n ** BigInt((ASSET_SCALES[asset] ?? 0) - decimals)

/**
 * What a configuration must be before a gateway starts with it (wallet 1).
 * @throws RangeError that names what is wrong
 */
export function assertNetworks(networks: readonly Network[]): void {
  const ids = new Set<string>()
  for (const network of networks) {
    const { id, family, chainId, creditAt, unlockAt, assets } = network
    const refuse = (what: string): never => {
      throw new RangeError(`The network ${id}: ${what}.`)
    }
    if (!/^[a-z0-9-]{1,32}$/.test(id)) refuse('an id is lower case letters, digits and hyphens')
    if (ids.has(id)) refuse('there are two of this id')
    ids.add(id)
    if ((family === 'evm') !== (chainId !== undefined))
      refuse('an EVM network has a chainId, no other has')
    if (!(creditAt >= 1 && unlockAt >= creditAt))
      refuse('creditAt is at least 1 and unlockAt at least creditAt')
    for (const fault of utxoFaults(network, networks)) refuse(fault)
    if (network.hasStatements && family !== 'evm') refuse('statements go over EVM networks only')
    if (network.hasStatements && networks.find((each) => each.hasStatements) !== network)
      refuse('statements go over one network')
    if (network.coldAddress !== undefined && family === 'evm' && !ADDRESS.test(network.coldAddress))
      refuse('the cold address is no address in lower case')
    if (new Set(assets.map(({ asset }) => asset)).size < assets.length)
      refuse('an asset is listed twice')
    for (const { asset, decimals, contract } of assets) {
      const scale = ASSET_SCALES[asset]
      if (scale === undefined) refuse(`the asset ${asset} is not listed`)
      else if (scale < decimals)
        refuse(`${asset} has ${decimals} decimals on the chain and ${scale} in the ledger`)
      if (contract !== undefined && !ADDRESS.test(contract))
        refuse(`the contract of ${asset} is no address in lower case`)
    }
    for (const { base, quote, depth } of network.swapPools ?? []) {
      const lacks = [base, quote].some((asset) => !assetOn(network, asset))
      if (lacks || symbolSpec(base + quote) === undefined)
        refuse(`the pool ${base}${quote} needs two assets of the network and their pair`)
      if (!/^[1-9]\d{0,11}$/.test(depth)) refuse(`the depth of ${base}${quote} is a whole number`)
    }
  }
}

/** Chains without accounts: one coin, and addresses that name their network. */
function* utxoFaults(network: Network, all: readonly Network[]): Generator<string> {
  const { family, addressPrefix, assets, coldAddress } = network
  if ((family === 'evm') !== (addressPrefix === undefined))
    yield 'an UTXO network has an addressPrefix, no other has'
  if (family === 'evm') return
  const prefixes: readonly string[] = ADDRESS_PREFIXES[family]
  if (!prefixes.includes(addressPrefix ?? ''))
    yield `the addressPrefix of ${family} is one of ${prefixes.join(', ')}`
  if (assets.length !== 1 || assets[0]?.contract !== undefined)
    yield 'an UTXO network has one asset, its own coin'
  const form = new RegExp(`^${addressPrefix ?? ''}1[02-9ac-hj-np-z]{11,87}$`)
  if (coldAddress !== undefined && !form.test(coldAddress))
    yield 'the cold address is no address of its addressPrefix'
  if (all.filter((each) => each.family === family).length > 1)
    yield `there are two networks of the family ${family}`
}
