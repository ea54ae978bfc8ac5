import { createMessages } from '@x/locale/react'
import type { Messages as ReservesMessages } from '../../generated/messages/reserves/messages.ts'
import type { FuturesMessages, Messages } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** The app's texts, those of futures and those of proofs; inside ProofTexts. */
const { MessagesProvider, useMessages } = createMessages<
  Messages & FuturesMessages & ReservesMessages
>()
export const useProofMessages = useMessages

/** Around the proof of futures. */
export const ProofTexts = createPartTexts(['futures', 'reserves'], MessagesProvider)
