import { api } from '@x/api'
import { parseUnits } from '@x/decimal'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { readAmount, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import { requireNetwork } from './createDeposits.ts'
import type { BooksCheck, Networks } from './createNetworks.ts'
import { ChainError, type Chain } from './ports/Chain.ts'
import { assetOn } from './ports/networks.ts'
import type { DevChain } from './devchain/createDevChain.ts'

const isDevChain = (chain: Chain | undefined): chain is DevChain =>
  chain !== undefined && 'faucet' in chain

/** Coins for nothing, blocks at once, re-organisations: development chains only (wallet 1). */
export function developmentRoutes(networks: Networks): RouteSpec[] {
  /** @throws GatewayError 40010, 40401, 00006 */
  function chainOf(id: string) {
    const { network, chain } = requireNetwork(networks, id)
    const running = chain()
    if (!isDevChain(running))
      throw new GatewayError('00006', 'The network has no development chain on this machine')
    return { network, chain: running }
  }

  return [
    route(api.developmentChains.chains, async () =>
      networks.list.flatMap(({ network, chain, height }) => {
        const running = chain()
        return isDevChain(running)
          ? [{ network: network.id, url: running.url(), height: height() ?? 0 }]
          : []
      }),
    ),
    route(api.developmentChains.faucet, async (_request, params) => {
      const { network, chain } = chainOf(params.network)
      const listed = assetOn(network, params.asset)
      if (!listed)
        throw new GatewayError('40401', 'The network does not carry this asset', {
          data: { field: 'asset' },
        })
      const units = parseUnits(required(readAmount(params, 'amount'), 'amount'), listed.decimals)
      if (units === null || units <= 0n)
        throw invalidParameter('amount', `amount has at most ${listed.decimals} decimals`)
      if (network.family === 'evm' && !/^0x[0-9a-fA-F]{40}$/.test(params.address))
        throw invalidParameter('address', 'address must be an address of the network')
      const { asset, address } = params
      return { txHash: await payOrRefuse(chain, { to: address, asset, units }) }
    }),
    route(api.developmentChains.mine, async (_request, { network, blocks }) => {
      const { height, hash } = await chainOf(network).chain.mine(blocks)
      return { height, hash }
    }),
    route(api.developmentChains.reorganise, async (_request, { network, depth, keep }) => {
      const { chain } = chainOf(network)
      try {
        const { height, hash } = await chain.reorganise({ depth, keep })
        return { height, hash }
      } catch (error) {
        if (error instanceof RangeError) throw invalidParameter('depth', error.message)
        throw error
      }
    }),
    route(api.developmentChains.check, async (_request, { network }) => {
      chainOf(network)
      return checkOrRefuse(networks, network)
    }),
  ]
}

/** @throws GatewayError 40010 for what the chain cannot pay to, or has not */
async function payOrRefuse(
  chain: DevChain,
  payment: Parameters<DevChain['faucet']>[0],
): Promise<string> {
  try {
    return await chain.faucet(payment)
  } catch (error) {
    if (error instanceof RangeError) throw invalidParameter('address', error.message)
    if (error instanceof ChainError && error.code === 'REFUSED')
      throw invalidParameter('amount', error.message)
    throw error
  }
}

/** @throws GatewayError 00006 while the node does not answer */
async function checkOrRefuse(
  networks: Pick<Networks, 'check'>,
  network: string,
): Promise<BooksCheck> {
  try {
    return await networks.check(network)
  } catch (error) {
    if (error instanceof ChainError) throw new GatewayError('00006', error.message)
    throw error
  }
}
