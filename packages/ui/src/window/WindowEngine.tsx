import { useEffect } from 'react'
import type { BaseWindowProps } from '../base/BaseWindow.tsx'
import { windowPart } from '../late/parts.ts'
import { useLatePart } from '../late/useLatePart.ts'

/** The engine, once its code is there. Draws nothing. */
export function WindowEngine(props: BaseWindowProps) {
  const { scroll } = props
  const { Part: Engine } = useLatePart(windowPart, { wanted: true })
  const missing = Engine === undefined
  useEffect(() => {
    const box = scroll.current
    if (!missing || !box) return undefined
    // Where the code could not be fetched, whoever scrolls is the next to need it.
    const onScroll = () => void windowPart.load()
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => box.removeEventListener('scroll', onScroll)
  }, [missing, scroll])
  return Engine ? <Engine {...props} /> : null
}
