import { lazy } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import type { MoveDialogProps } from './MoveDialog.tsx'

const MoveDialog = lazy(() => import('./MoveDialog.tsx'))

/** The dialog that moves funds between wallets, fetched when it is opened. */
export function LazyMoveDialog(props: MoveDialogProps) {
  return (
    <OptionalLazyBoundary onFail={props.onClose}>
      <MoveDialog {...props} />
    </OptionalLazyBoundary>
  )
}
