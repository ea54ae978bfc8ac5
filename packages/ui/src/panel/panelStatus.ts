import type { ReactNode } from 'react'

export type PanelStatus =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  /** One sentence, one action. */
  | { readonly kind: 'empty'; readonly text?: ReactNode; readonly action?: ReactNode }
  /** The content stays, dimmed, with its age. */
  | { readonly kind: 'stale'; readonly seconds: number }
  /** What failed, what to do, and the trace id for support. */
  | {
      readonly kind: 'error'
      readonly title: ReactNode
      readonly text?: ReactNode
      readonly onRetry?: (() => void) | undefined
      readonly traceId?: string | undefined
    }

/**
 * Old figures are better than none while the connection heals, so a stale panel still shows its
 * content.
 */
export function faceOf(status: PanelStatus): 'content' | 'loading' | 'empty' | 'error' {
  return status.kind === 'ready' || status.kind === 'stale' ? 'content' : status.kind
}
