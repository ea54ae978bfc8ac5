import type { ReactNode } from 'react'

/** State of a panel or table. */
export type PanelStatus =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  /** One sentence and one action. */
  | { readonly kind: 'empty'; readonly text?: ReactNode; readonly action?: ReactNode }
  /** The content stays visible, dimmed, with its age in seconds. */
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
 * Returns what a panel shows. A stale panel keeps its content: old data is better than none while
 * reconnecting.
 */
export function panelView(status: PanelStatus): 'content' | 'loading' | 'empty' | 'error' {
  return status.kind === 'ready' || status.kind === 'stale' ? 'content' : status.kind
}
