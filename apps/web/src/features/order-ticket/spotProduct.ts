import { CrossingNote } from './CrossingNote.tsx'
import { SpotFields } from './SpotFields.tsx'
import { spotRules, type SpotTypes } from './spotRules.ts'
import type { TicketProduct } from './ticketView.ts'

/** Spot orders in the order ticket. */
export const spotProduct: TicketProduct<SpotTypes> = {
  rules: spotRules,
  loadTrading: () => import('./spotTrading.ts'),
  Fields: SpotFields,
  Note: CrossingNote,
}
