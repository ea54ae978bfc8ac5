import { createRequire } from 'node:module'
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Network } from '../ports/networks.ts'

/**
 * The account that every anvil starts with. Its words are public: it owns the coins of development
 * chains and nothing else.
 */
export const faucetAccount = () =>
  mnemonicToAccount('test test test test test test test test test test test junk')

/** Tokens in the order in which the faucet's first transactions make them. */
export const tokensOf = ({ assets }: Network) =>
  assets.filter(({ contract }) => contract !== undefined)

const abi = parseAbi([
  'function mint(address to, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
])

export const mintData = (to: string, units: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'mint', args: [to as Hex, units] })

/** OpenZeppelin's ERC-20 whose deployer may mint, as its package publishes it compiled. */
export function tokenBytecode(): Hex {
  const { bytecode } = createRequire(import.meta.url)(
    '@openzeppelin/contracts/build/contracts/ERC20Mintable.json',
  ) as { readonly bytecode: Hex }
  return bytecode
}
