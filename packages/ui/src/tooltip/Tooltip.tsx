import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { browserClock } from '@x/kit/browser'
import { useStore } from '@x/kit/react'
import type { Side } from '../base/BasePopover.tsx'
import { classNames } from '../classNames.ts'
import { lazyTooltip } from '../lazy/lazyOverlays.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { createTooltip, type TooltipModel } from './createTooltip.ts'
import styles from './tooltip.module.css'

/** Props of `Tooltip`. */
export interface TooltipProps extends WidgetProps {
  /** Empty content does not open. */
  readonly content: ReactNode
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>
  readonly side?: Side
  /** Milliseconds; default 0. */
  readonly openDelay?: number
  /** Milliseconds; default 200. */
  readonly closeDelay?: number
  /** Milliseconds until it closes by itself; 0, the default, is never. */
  readonly hideAfter?: number
}

/**
 * A short description of a focusable element (U7). Information that is needed to act must not be
 * only in a tooltip.
 */
export function Tooltip({
  content,
  children,
  side = 'top',
  openDelay,
  closeDelay,
  hideAfter,
  id: givenId,
  className,
  style,
}: TooltipProps) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const anchor = useRef<HTMLSpanElement>(null)
  const [model] = useState(() =>
    createTooltip({ clock: browserClock(), ...definedOnly({ openDelay, closeDelay, hideAfter }) }),
  )
  const wanted = useStore(model)
  const filled = content !== null && content !== undefined && content !== '' && content !== false
  const isOpen = wanted && filled
  const { Layer, zIndex } = useLazyPopup(lazyTooltip, {
    isOpen,
    onEscape: model.dismiss,
    onFail: model.dismiss,
  })
  useEffect(() => model.dispose, [model])
  useTouchElsewhere(anchor, { isOpen, onTouch: model.dismiss })
  return (
    <span
      {...useTriggerEvents(model)}
      ref={anchor}
      className={styles['anchor']}
      data-x-part="tooltip-anchor"
    >
      {cloneElement(children, {
        'aria-describedby':
          [children.props['aria-describedby'], isOpen && Layer && id].filter(Boolean).join(' ') ||
          undefined,
      })}
      {Layer ? (
        <Layer
          id={id}
          isOpen={isOpen}
          anchor={anchor}
          side={side}
          zIndex={zIndex}
          className={classNames(styles['tooltip'], className)}
          style={style}
          onDismiss={model.dismiss}
          onEnter={model.enter}
          onLeave={model.leave}
        >
          {content}
        </Layer>
      ) : null}
    </span>
  )
}

interface TouchElsewhereOptions {
  readonly isOpen: boolean
  readonly onTouch: () => void
}

/** Touch has no hover end: a touch elsewhere closes the tooltip. */
function useTouchElsewhere(
  anchor: RefObject<HTMLElement | null>,
  { isOpen, onTouch }: TouchElsewhereOptions,
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointerDown = (event: globalThis.PointerEvent) => {
      const target = event.target as Element
      if (
        event.pointerType !== 'mouse' &&
        !anchor.current?.contains(target) &&
        !target.closest('[role=tooltip]')
      )
        onTouch()
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [isOpen, anchor, onTouch])
}

/** Reports pointer and focus to the model; a long press does not click the child. */
function useTriggerEvents(model: TooltipModel): HTMLAttributes<HTMLElement> {
  const wasLongPress = useRef(false)
  const endTouch = () => {
    wasLongPress.current = model.touchEnd()
  }
  return {
    onPointerEnter: (event) => event.pointerType === 'mouse' && model.enter(),
    onPointerLeave: (event) => (event.pointerType === 'mouse' ? model.leave() : endTouch()),
    onPointerDown(event) {
      wasLongPress.current = false
      if (event.pointerType === 'mouse') model.dismiss()
      else model.touchStart({ x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event) =>
      event.pointerType !== 'mouse' && model.touchMove({ x: event.clientX, y: event.clientY }),
    onPointerUp: (event) => event.pointerType !== 'mouse' && endTouch(),
    onPointerCancel: endTouch,
    // The native context menu would cover the tooltip and cancel the gesture.
    onContextMenu: (event) =>
      (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch' &&
      event.preventDefault(),
    onClickCapture(event) {
      if (!wasLongPress.current) return
      wasLongPress.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: (event) => event.target.matches(':focus-visible') && model.focus(),
    onBlur: () => model.blur(),
  }
}

function definedOnly<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as never
}
