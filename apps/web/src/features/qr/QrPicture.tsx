import { Skeleton } from '@x/ui/skeleton'
import { useEffect, useState } from 'react'
import styles from './qr.module.css'
import { qrPath } from './qrPath.ts'

/** Modules of quiet around the code, as the standard asks. */
const QUIET = 4

/**
 * A text as a QR code, dark on light in every theme, as cameras expect. The encoder comes with the
 * first picture.
 */
export function QrPicture({
  text,
  label,
  isOver = false,
}: {
  text: string
  label: string
  isOver?: boolean
}) {
  const [picture, setPicture] = useState<{ readonly size: number; readonly path: string }>()
  useEffect(() => {
    let isWanted = true
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { ecc: 'M', border: QUIET })
      if (isWanted) setPicture({ size, path: qrPath(data) })
    })
    return () => void (isWanted = false)
  }, [text])
  if (!picture)
    return (
      <span className={styles['picture']}>
        <Skeleton height="100%" />
      </span>
    )
  return (
    <svg
      className={styles['picture']}
      data-over={isOver || undefined}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${picture.size} ${picture.size}`}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${picture.size}v${picture.size}h-${picture.size}z`} fill="#fff" />
      <path d={picture.path} fill="#000" />
    </svg>
  )
}
