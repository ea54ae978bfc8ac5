import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevChain } from '../modules/wallet/devchain/createDevChain.ts'
import type { CompiledContract } from './contracts/compileContracts.ts'

export interface ChainSender {
  readonly address: string
  /** With the next block. @returns the hash of the transaction */
  send(transaction: {
    readonly to?: string
    readonly data?: Hex
    readonly value?: bigint
    readonly gas?: bigint
  }): Promise<string>
  /** @returns the address of the contract */
  deploy(contract: CompiledContract): Promise<string>
  call(
    contract: CompiledContract,
    call: {
      readonly at: string
      readonly name: string
      readonly args: readonly unknown[]
      readonly value?: bigint
    },
  ): Promise<string>
}

/** Somebody with an account of their own, and a wallet, on a development chain. */
export async function createChainSender(
  chain: DevChain,
  { chainId, key = `0x${'7'.repeat(64)}` }: { readonly chainId: number; readonly key?: Hex },
): Promise<ChainSender> {
  const account = privateKeyToAccount(key)
  await chain.faucet({ to: account.address, asset: 'ETH', units: 1_000n * 10n ** 18n })
  await chain.mine()
  let nonce = await chain.nonce(account.address)
  const send: ChainSender['send'] = async ({ gas = 2_000_000n, ...fields }) =>
    chain.broadcast(
      await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce: nonce++,
        gas,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        ...(fields as object),
      }),
    )
  return {
    address: account.address.toLowerCase(),
    send,
    async deploy({ abi, bytecode }) {
      const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
      await send({ data: encodeDeployData({ abi, bytecode }) })
      return address.toLowerCase()
    },
    call: ({ abi }, { at, name, args, value }) =>
      send({
        to: at,
        data: encodeFunctionData({ abi, functionName: name, args }),
        ...(value === undefined ? {} : { value }),
      }),
  }
}
