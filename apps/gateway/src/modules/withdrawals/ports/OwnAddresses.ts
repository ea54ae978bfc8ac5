import type { Network } from '../../wallet/ports/networks.ts'
import type { AddressFacts } from '../rules.ts'

interface Place {
  readonly network: Network
  readonly address: string
}

/** Which addresses are the exchange's own. */
export interface OwnAddresses {
  /** An address that the exchange pays from or sweeps to. */
  isHot(place: Place): boolean | Promise<boolean>
  /** A deposit address of a user. */
  isDeposit(place: Place): Promise<boolean>
}

/** What the rules ask of an address, the user left out. */
export async function addressFacts(
  own: OwnAddresses,
  place: Place,
): Promise<Pick<AddressFacts, 'address' | 'contracts' | 'isHot' | 'isOwn'>> {
  return {
    address: place.address,
    contracts: new Set(
      place.network.assets.flatMap(({ contract }) => contract?.toLowerCase() ?? []),
    ),
    isHot: await own.isHot(place),
    isOwn: await own.isDeposit(place),
  }
}
