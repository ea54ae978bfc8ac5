import type { TradingService } from '../../trading/ports/TradingService.ts'
import type { Chain } from '../../wallet/ports/Chain.ts'
import type { Network } from '../../wallet/ports/networks.ts'
import type { Signer } from '../../wallet/ports/Signer.ts'

/** Every address of users with the number that it derives from. */
export interface NumberedAddresses {
  numbered(
    family: Network['family'],
  ): Iterable<{ readonly address: string; readonly index: number }>
}

/** What one look at a withdrawal has to work with. */
export interface PaymentRound {
  readonly network: Network
  readonly chain: Chain
  readonly signer: Signer
  readonly trading: Pick<TradingService, 'core'>
  readonly addresses?: NumberedAddresses | undefined
}
