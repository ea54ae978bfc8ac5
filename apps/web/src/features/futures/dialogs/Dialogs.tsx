import { CalculatorDialog } from './CalculatorDialog.tsx'
import type { FuturesDialog, FuturesDialogProps } from './dialogs.ts'
import { LeverageDialog } from './LeverageDialog.tsx'
import { MarginModeDialog } from './MarginModeDialog.tsx'
import { PositionModeDialog } from './PositionModeDialog.tsx'
import { RehearsalDialog } from './RehearsalDialog.tsx'

const DIALOGS = {
  leverage: LeverageDialog,
  marginMode: MarginModeDialog,
  positionMode: PositionModeDialog,
  calculator: CalculatorDialog,
  rehearsal: RehearsalDialog,
} as const

/** The dialog that was asked for; all of them are one file, fetched with the first. */
export default function Dialogs({
  dialog,
  ...props
}: FuturesDialogProps & { readonly dialog: FuturesDialog }) {
  const Shown = DIALOGS[dialog]
  return <Shown {...props} />
}
