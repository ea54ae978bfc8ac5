import { withdrawalDigest } from '../../exchange/funds/withdrawals.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { assetOn, type Network } from '../wallet/ports/networks.ts'
import { readAddress } from './addresses.ts'
import { refuseAddress } from './createAddressBook.ts'
import { runRequest } from './createWithdrawalRequests.ts'
import { addressFacts } from './ports/OwnAddresses.ts'
import type { DepositReturn, DepositReturns } from './ports/DepositReturns.ts'
import type { WithdrawalServiceOptions } from './ports/WithdrawalServiceOptions.ts'
import { addressReason, RETURN_KEY } from './rules.ts'

/** Above every cap: what goes back was never the user's to withdraw. */
const NO_CAP = String(10n ** 30n)

/**
 * Withdrawals that send a deposit back (wallet 3): always reviewed, no part of a daily cap, and
 * without a fee.
 */
export function createReturns(options: WithdrawalServiceOptions): DepositReturns {
  const { trading, clock, networks, own } = options

  function networkOf({ network: id, asset }: DepositReturn): Network {
    const network = networks.find((each) => each.id === id)
    if (network && assetOn(network, asset)) return network
    throw new GatewayError('40401', 'The asset is not on this network')
  }

  return {
    async addressOf(wanted) {
      const network = networkOf(wanted)
      const read = readAddress(wanted.address.trim(), network)
      if ('fault' in read) throw refuseAddress(read.fault)
      const { address } = read
      const facts = await addressFacts(own, { network, address })
      const now = clock.now()
      const reason = addressReason({ ...facts, entry: undefined, whitelist: false, now })
      if (reason) throw refuseAddress(reason)
      const { deposits } = trading.core.state
      if (deposits.isStopped(wanted.userId))
        throw new GatewayError('00004', 'Withdrawals of the user are stopped')
      if (deposits.lockedOf(wanted.userId, wanted.asset) > 0n)
        throw new GatewayError('00006', 'Another deposit of the user is not final yet')
      return address
    },
    run(wanted) {
      const { userId, network, asset, address, atoms, key } = wanted
      const request = { network, asset, address, atoms: String(atoms) }
      const withdrawal = runRequest(trading, {
        command: {
          kind: 'withdraw',
          at: clock.now(),
          userId,
          clientOid: `${RETURN_KEY}${key}`,
          digest: withdrawalDigest(request),
          ...request,
          // The exchange pays for the transaction.
          fee: '0',
          value: '0',
          cap: NO_CAP,
        },
        now: clock.now(),
      })
      return String(withdrawal.id)
    },
  }
}
