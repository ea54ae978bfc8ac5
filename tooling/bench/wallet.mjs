// The wallet beside its node: how many blocks the scan of deposits reads in a second of CPU with a
// thousand addresses, half of them paid, and the checks of the books that run each minute (W2 to
// W6) with a thousand open withdrawals. The proof of reserves is `bench -- reserves`.
import { createAccounts } from '../../apps/gateway/src/exchange/accounts/accounts.ts'
import { createDepositsState } from '../../apps/gateway/src/exchange/state/deposits.ts'
import { createWithdrawalsState } from '../../apps/gateway/src/exchange/state/withdrawals.ts'
import { checkBooks } from '../../apps/gateway/src/modules/wallet/checkBooks.ts'
import { DEVELOPMENT_NETWORKS } from '../../apps/gateway/src/modules/wallet/ports/networks.ts'
import { scanBlock } from '../../apps/gateway/src/modules/wallet/scanBlock.ts'
import { cost, costOf, ms } from './measure.mjs'

const ADDRESSES = 1_000
/** What a full block of a busy network moves, and how many of it to us. */
const MOVES = 400
const OWN_MOVES = 20
const BLOCKS = 100
const OPEN = 1_000

const [network] = DEVELOPMENT_NETWORKS

export async function bench() {
  const perBlock = await measureScan()
  const books = costOf(() => checkBooks(booksOf(OPEN)), { calls: 5, rounds: 5, warmUp: 1 })
  return [
    {
      what: `a block of ${MOVES} moves, ${OWN_MOVES} to ${ADDRESSES} addresses of ours`,
      who: 'gateway',
      measured: `${ms(perBlock)} CPU, ${Math.floor(1000 / perBlock)} blocks a CPU-second`,
    },
    {
      what: `W2 to W6 with ${OPEN} open withdrawals`,
      who: 'gateway',
      measured: `${ms(books)} CPU`,
    },
  ]
}

async function measureScan() {
  const own = new Set(Array.from({ length: ADDRESSES }, (_, n) => addressOf(n)))
  const moves = Array.from({ length: MOVES }, (_, n) => ({
    txHash: `0x${n}`,
    ordinal: 0,
    kind: 'value',
    from: addressOf(ADDRESSES + n),
    to: n < OWN_MOVES ? addressOf((n * 37) % ADDRESSES) : addressOf(9 * ADDRESSES + n),
    units: 10n ** 18n,
  }))
  const chain = {
    moves: async () => moves,
    balance: async (_address, { height }) => BigInt(height) * 10n ** 18n,
  }
  const isOwn = (address) => own.has(address)
  const { cpu } = await cost(
    async () => {
      for (let height = 1; height <= BLOCKS; height++)
        await scanBlock({ chain, network, isOwn }, { height, hash: `0x${height}` })
    },
    { calls: 1, rounds: 5 },
  )
  return cpu / BLOCKS
}

const addressOf = (n) => `0x${n.toString(16).padStart(40, '0')}`

function booksOf(open) {
  const state = {
    accounts: createAccounts(),
    deposits: createDepositsState(),
    withdrawals: createWithdrawalsState(),
  }
  state.accounts.of('live', 'pending:withdraw', 'USDT').balance = 100n * BigInt(open)
  for (let id = 1; id <= open; id++)
    state.withdrawals.open.set(id, {
      id,
      network: network.id,
      asset: 'USDT',
      amount: 100n,
      fee: 1n,
      payments: [{ nonce: id, bump: 0 }],
    })
  return state
}
