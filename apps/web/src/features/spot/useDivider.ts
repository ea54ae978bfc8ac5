import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { mostBeside, type Reach, sizeAfterKey, sizeAt } from './divider.ts'
import { BOUNDS, type Panel, type TerminalLayout } from './terminalLayout.ts'

interface DividerOptions {
  readonly panel: Panel
  readonly layout: TerminalLayout
  readonly onChange: (size: number | undefined) => void
}

interface Hold {
  readonly pointer: number
  readonly from: number
  readonly reach: Reach
  /** The size that the page shows meanwhile; `undefined` before the divider moved. */
  size: number | undefined
}

/**
 * Drags and keys of a divider whose parent lies over the panel, below the terminal. While it is
 * dragged only the style of the terminal changes: nothing renders and nothing is stored before it
 * is let go.
 */
export function useDivider({ panel, layout, onChange }: DividerOptions) {
  const box = useRef<HTMLDivElement>(null)
  const hold = useRef<Hold>(undefined)
  const [shown, setShown] = useState<Reach>()
  const [isHeld, setHeld] = useState(false)

  useLayoutEffect(() => {
    const terminal = terminalOf(box.current)
    if (!terminal) return
    const measure = () => box.current && setShown(reachOf(box.current, { panel, layout }))
    measure()
    // A narrower window leaves the columns less than they were given.
    const observer = new ResizeObserver(measure)
    observer.observe(terminal)
    return () => observer.disconnect()
  }, [panel, layout])

  const show = (size: number | undefined) =>
    terminalOf(box.current)?.style.setProperty(`--${panel}`, size === undefined ? '' : `${size}px`)
  /** Ends the drag; what it came to counts, or nothing does. */
  const release = (counts: boolean) => {
    const { size } = hold.current ?? {}
    hold.current = undefined
    setHeld(false)
    if (size === undefined) return
    if (counts) onChange(size)
    else show(layout[panel])
  }
  return {
    shown,
    props: {
      ref: box,
      'data-held': isHeld || undefined,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || hold.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const reach = reachOf(event.currentTarget, { panel, layout })
        hold.current = {
          pointer: event.pointerId,
          from: placeOf(event, reach),
          reach,
          size: undefined,
        }
        setHeld(true)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const held = hold.current
        if (held?.pointer !== event.pointerId) return
        const moved = placeOf(event, held.reach) - held.from
        // A double press is two presses that go nowhere.
        if (moved === 0 && held.size === undefined) return
        const size = sizeAt(held.reach, moved)
        if (size === held.size) return
        held.size = size
        show(size)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) =>
        hold.current?.pointer === event.pointerId && release(true),
      onLostPointerCapture: () => hold.current && release(false),
      onDoubleClick: () => onChange(undefined),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (hold.current && event.key === 'Escape') {
          event.stopPropagation()
          return release(false)
        }
        const size = sizeAfterKey(reachOf(event.currentTarget, { panel, layout }), event.key, {
          shift: event.shiftKey,
        })
        if (size === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        onChange(size === 'own' ? undefined : size)
      },
    },
  }
}

const terminalOf = (divider: HTMLElement | null) =>
  divider?.parentElement?.parentElement ?? undefined
const placeOf = (event: PointerEvent, { axis }: Reach) =>
  axis === 'x' ? event.clientX : event.clientY

/** Read from the screen, so that sides, languages and windows need no rules of their own. */
function reachOf(
  divider: HTMLElement,
  { panel, layout }: { readonly panel: Panel; readonly layout: TerminalLayout },
): Reach {
  const own = divider.getBoundingClientRect()
  const covered = (divider.parentElement ?? divider).getBoundingClientRect()
  const { least, most } = BOUNDS[panel]
  if (panel === 'orders')
    return { axis: 'y', beyond: 1, size: Math.round(covered.height), least, most }
  const terminal = terminalOf(divider)
  const tracks = terminal
    ? getComputedStyle(terminal).gridTemplateColumns.split(' ').map(Number.parseFloat)
    : []
  const chart = tracks.at(layout.side === 'end' ? 0 : -1) ?? 0
  const size = Math.round(covered.width)
  return {
    axis: 'x',
    beyond: own.left < (covered.left + covered.right) / 2 ? 1 : -1,
    size,
    least,
    most: Math.floor(mostBeside(chart, { size, most })),
  }
}
