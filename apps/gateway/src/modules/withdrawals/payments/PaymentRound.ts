import type { TradingService } from '../../trading/ports/TradingService.ts'
import type { Chain } from '../../wallet/ports/Chain.ts'
import type { Network } from '../../wallet/ports/networks.ts'
import type { NumberedAddresses, OutputPlace } from '../../wallet/ports/outputs.ts'
import type { Signer } from '../../wallet/ports/Signer.ts'

/** What one look at a withdrawal has to work with. */
export interface PaymentRound {
  readonly network: Network
  readonly chain: Chain
  readonly signer: Signer
  readonly trading: Pick<TradingService, 'core'>
  readonly addresses?: NumberedAddresses | undefined
  /** Outputs that payments between our addresses spend on a network. */
  readonly reserved?: ((network: string) => Iterable<OutputPlace>) | undefined
}
