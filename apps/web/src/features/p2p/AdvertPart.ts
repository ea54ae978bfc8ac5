import type { P2pConfig } from '../../data/p2p/adverts.ts'
import type { AdvertDraft, AdvertFaults } from './advertDraft.ts'

/** What a part of the form gets. */
export interface AdvertPart {
  readonly offer: P2pConfig
  readonly draft: AdvertDraft
  readonly set: (changes: Partial<AdvertDraft>) => void
  readonly faults: AdvertFaults
}
