import type { FuturesPosition } from '@x/api'

export const POSITION_DIALOGS = ['close', 'margin', 'exits', 'details', 'card'] as const
export type PositionDialogKind = (typeof POSITION_DIALOGS)[number]
export type OpenPositionDialog = (kind: PositionDialogKind, position: FuturesPosition) => void

/** Props of every dialog about one position. */
export interface PositionDialogProps {
  /** As it was when the dialog was asked for. */
  readonly position: FuturesPosition
  readonly onClose: () => void
}
