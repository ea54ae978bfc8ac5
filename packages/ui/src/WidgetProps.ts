import type { CSSProperties } from 'react'

/** What every widget passes on to its elements. */
export interface WidgetProps {
  /** Id of the outermost element; of a popup, the element with its role. */
  readonly id?: string | undefined
  /** Class of the outermost element; of a popup, its box. Rules outside a layer override ours. */
  readonly className?: string | undefined
  /** Inline style of the same element. The widget itself sets the position and size of a popup. */
  readonly style?: CSSProperties | undefined
}
