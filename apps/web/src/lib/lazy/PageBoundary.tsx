import { Component, type ReactNode } from 'react'
import { PageFailure } from './PageFailure.tsx'

interface PageBoundaryProps {
  /** The address; another one is another attempt. */
  readonly place: string
  /** Rendered in place of what failed; default `PageFailure`. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

interface PageBoundaryState {
  readonly place: string
  readonly failure: { readonly cause: unknown } | undefined
}

/**
 * Shows a page's failure in the page's place, with the frame around it alive. React offers this to
 * classes only.
 */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override readonly state: PageBoundaryState = { place: this.props.place, failure: undefined }

  static getDerivedStateFromError(cause: unknown): Partial<PageBoundaryState> {
    return { failure: { cause } }
  }

  static getDerivedStateFromProps(
    { place }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return place === state.place ? null : { place, failure: undefined }
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure
      ? (this.props.fallback ?? <PageFailure cause={failure.cause} />)
      : this.props.children
  }
}
