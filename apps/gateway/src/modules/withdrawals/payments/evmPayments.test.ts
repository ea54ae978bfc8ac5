import { keccak256, serializeTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { createWithdrawalsState, type Withdrawal } from '../../../exchange/state/withdrawals.ts'
import { createScriptedChain } from '../../../testing/createScriptedChain.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../../wallet/ports/networks.ts'
import { isHotEnough, requestOf } from './evmPayments.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const contractOf = (name: string) =>
  network.assets.find(({ asset }) => asset === name)?.contract ?? ''
const HOT = '0xhot'
/** What one payment of the coin, and of a token, costs at 20 wei. */
const [COIN_FEE, TOKEN_FEE] = [21_000n * 20n, 100_000n * 20n]

const withdrawal = (changes: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 1,
  userId: 'u',
  clientOid: 'w',
  network: network.id,
  asset: 'ETH',
  address: '0x1',
  amount: 1_000n,
  fee: 100n,
  value: 0n,
  state: 'approved',
  approvals: [],
  payments: [],
  createdAt: 0,
  updatedAt: 0,
  ...changes,
})

/** The hot address has `coin` and, of USDT, `token` units of the chain. */
function roundOf({ coin = 0n, token = 0n, open = [] as readonly Withdrawal[] }) {
  const chain = createScriptedChain()
  chain.mine({
    unsaid: [
      { address: HOT, units: coin },
      { address: HOT, contract: contractOf('USDT'), units: token },
    ],
  })
  const withdrawals = createWithdrawalsState()
  for (const each of open) withdrawals.open.set(each.id, each)
  return {
    network,
    chain,
    signer: { hotAddress: async () => HOT } as never,
    trading: { core: { state: { withdrawals } } } as never,
  }
}
const isEnough = (
  balances: { readonly coin?: bigint; readonly token?: bigint },
  ...open: readonly Withdrawal[]
) => isHotEnough(roundOf({ ...balances, open }), open[0] ?? withdrawal())

describe('whether the hot address can pay (wallet 4)', () => {
  it('has what arrives and the gas, not the fee of the user', async () => {
    const need = 900n + COIN_FEE
    expect(await isEnough({ coin: need }, withdrawal())).toBe(true)
    expect(await isEnough({ coin: need - 1n }, withdrawal())).toBe(false)
  })

  it('needs both for a token: its units and gas', async () => {
    const usdt = withdrawal({ asset: 'USDT', amount: 1_000n, fee: 100n })
    // A unit of the chain is 100 atoms.
    expect(await isEnough({ coin: TOKEN_FEE, token: 9n }, usdt)).toBe(true)
    expect(await isEnough({ coin: TOKEN_FEE, token: 8n }, usdt)).toBe(false)
    expect(await isEnough({ coin: TOKEN_FEE - 1n, token: 9n }, usdt)).toBe(false)
  })

  it.each<[string, Partial<Withdrawal>, boolean]>([
    ['signed', { state: 'signed' }, true],
    ['broadcast', { state: 'broadcast' }, true],
    ['asked for', { state: 'approved', asked: true }, true],
    ['approved and not asked for', { state: 'approved' }, false],
    ['in review', { state: 'review' }, false],
    ['in a block', { state: 'confirming' }, false],
    ['of another network', { state: 'broadcast', network: 'evm-b' }, false],
  ])('counts another one that is %s, or not', async (_, changes, counts) => {
    const [own, other] = [withdrawal(), withdrawal({ id: 2, ...changes })]
    const need = 900n + COIN_FEE
    expect(await isEnough({ coin: need }, own, other)).toBe(!counts)
    expect(await isEnough({ coin: 2n * need }, own, other)).toBe(true)
  })

  it('counts the gas of tokens under way for the coin', async () => {
    const token = withdrawal({ id: 2, asset: 'USDT', amount: 10n ** 12n, state: 'broadcast' })
    const need = 900n + COIN_FEE + TOKEN_FEE
    expect(await isEnough({ coin: need }, withdrawal(), token)).toBe(true)
    expect(await isEnough({ coin: need - 1n }, withdrawal(), token)).toBe(false)
  })

  it('counts the units of its own token only', async () => {
    const usdt = withdrawal({ asset: 'USDT' })
    const link = withdrawal({ id: 2, asset: 'LINK', amount: 10n ** 20n, state: 'broadcast' })
    expect(await isEnough({ coin: 2n * TOKEN_FEE, token: 9n }, usdt, link)).toBe(true)
  })

  it('counts itself once when it was asked for already', async () => {
    const own = withdrawal({ asked: true })
    expect(await isEnough({ coin: 900n + COIN_FEE }, own)).toBe(true)
  })

  it('is never so for an asset that the network lost', async () => {
    expect(await isEnough({ coin: 10n ** 20n }, withdrawal({ asset: 'DAI' }))).toBe(false)
  })

  it('is never so at fees of outputs', async () => {
    const round = roundOf({ coin: 10n ** 20n })
    round.chain.setFees({ family: 'utxo', perByte: 1n })
    expect(await isHotEnough(round, withdrawal())).toBe(false)
  })
})

describe('what the signer is asked for (wallet 4)', () => {
  const raw = serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 4, maxFeePerGas: 100n })
  const payment = { raw, txHash: keccak256(raw), nonce: 4, bump: 0 }
  const asked = async (of: Withdrawal, bump: number, fee = 20n) => {
    const round = roundOf({})
    round.chain.setFees({ family: 'evm', maxFeePerGas: fee, maxPriorityFeePerGas: 3n })
    return requestOf(round, { withdrawal: of, bump })
  }

  it('names amounts in atoms, which the approvers signed', async () => {
    const approvals = [{ approver: 'ann', signature: 'x' }]
    const of = withdrawal({ asset: 'USDT', amount: 1_000n, fee: 100n, approvals })
    expect(await asked(of, 0)).toEqual({
      kind: 'withdrawal',
      id: '1',
      bump: 0,
      network: network.id,
      asset: 'USDT',
      address: '0x1',
      receive: '900',
      fee: '100',
      approvals,
      gas: { limit: '100000', maxFeePerGas: '20', maxPriorityFeePerGas: '3' },
      mined: 0,
    })
  })

  it.each([
    ['a quarter more than before', 20n, '125'],
    ['the fee of the day where that is more', 126n, '126'],
  ])('offers for a replacement %s, all of it as a tip', async (_, fee, price) => {
    const request = await asked(withdrawal({ payments: [payment] }), 1, fee)
    expect(request?.gas).toEqual({
      limit: '21000',
      maxFeePerGas: price,
      maxPriorityFeePerGas: price,
    })
  })

  it('asks for nothing of an asset that the network lost', async () => {
    expect(await asked(withdrawal({ asset: 'DAI' }), 0)).toBeUndefined()
  })
})
