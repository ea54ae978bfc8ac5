import { lazy, type ReactNode } from 'react'
import { OptionalLazyBoundary } from '../lazy/OptionalLazyBoundary.tsx'
import type { PictureName } from './Picture.tsx'
import styles from './pictures.module.css'

const LazyPicture = /* @__PURE__ */ lazy(() => import('./Picture.tsx'))
const NOTHING = () => {}

/**
 * The sentence of an empty place below a drawing, which stands in for the icon. The drawing is
 * fetched when it is shown; its space is kept, and stays blank where it cannot be had.
 */
export function Pictured({
  of,
  children,
}: {
  readonly of: PictureName
  readonly children: ReactNode
}) {
  return (
    <>
      <span className={styles['picture']} data-picture={of} aria-hidden="true">
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <LazyPicture of={of} />
        </OptionalLazyBoundary>
      </span>
      {children}
    </>
  )
}
