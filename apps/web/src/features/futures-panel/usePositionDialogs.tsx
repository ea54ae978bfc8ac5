import type { FuturesPosition } from '@x/api'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import type { OpenPositionDialog, PositionDialogKind } from './positionDialogs.ts'

const DIALOGS = {
  close: lazy(() => import('./CloseDialog.tsx')),
  margin: lazy(() => import('./MarginDialog.tsx')),
  details: lazy(() => import('./DetailsDialog.tsx')),
  exits: lazy(() => import('./ExitsDialog.tsx')),
  card: lazy(() => import('./ShareDialog.tsx')),
} as const satisfies Readonly<Record<PositionDialogKind, unknown>>

/** The dialog about a position that is open, over whatever shows positions. */
export function usePositionDialogs(): {
  readonly open: OpenPositionDialog
  readonly dialog: ReactNode
} {
  const [shown, show] = useState<
    { readonly kind: PositionDialogKind; readonly position: FuturesPosition } | undefined
  >(undefined)
  const open = useCallback<OpenPositionDialog>((kind, position) => show({ kind, position }), [])
  const close = () => show(undefined)
  const Shown = shown && DIALOGS[shown.kind]
  const dialog =
    shown && Shown ? (
      <OptionalLazyBoundary onFail={close}>
        <Shown position={shown.position} onClose={close} />
      </OptionalLazyBoundary>
    ) : null
  return { open, dialog }
}
