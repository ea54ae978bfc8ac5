import type { OrderDraft } from './orderDraft.ts'

/** Which orders are asked about before they are sent. */
export const CONFIRM_LEVELS = ['all', 'market', 'none'] as const
export type ConfirmLevel = (typeof CONFIRM_LEVELS)[number]

/**
 * What has no price to hold it, or acts later, is asked about; a limit order can be
 * taken back.
 */
export const DEFAULT_CONFIRM: ConfirmLevel = 'market'

export const readConfirmLevel = (stored: string | null | undefined): ConfirmLevel =>
  CONFIRM_LEVELS.find((level) => level === stored) ?? DEFAULT_CONFIRM

export const needsConfirmation = (
  { type }: Pick<OrderDraft, 'type'>,
  level: ConfirmLevel,
): boolean => level === 'all' || (level === 'market' && type !== 'limit')
