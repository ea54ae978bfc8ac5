import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CircleCheck, CircleHelp, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useStore } from '@x/kit/react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Icon } from '../icon/Icon.tsx'
import { pagePopups } from '../layer/usePopupLayer.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import type { ToastQueue } from './createToastQueue.ts'
import { politeness, type Toast, type ToastKind } from './machine.ts'
import styles from './toast.module.css'

const icons = { success: CircleCheck, warning: TriangleAlert, info: Info, error: CircleX, question: CircleHelp } as const
const never = () => () => {}

/** Where toasts appear. One a page; F6 moves the focus into the newest toast and back. */
export function ToastRegion({ toasts }: { readonly toasts: ToastQueue }) {
  const mounted = useSyncExternalStore(never, () => true, () => false)
  return mounted ? createPortal(<Region toasts={toasts} />, document.body) : null
}

function Region({ toasts }: { readonly toasts: ToastQueue }) {
  const strings = useUiStrings()
  const list = useStore(toasts)
  const region = useRef<HTMLElement>(null)
  const comeFrom = useRef<Element | null>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const inside = region.current?.contains(document.activeElement) ?? false
    if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) {
      // U4: Escape belongs to a popup as long as one is open, unless the focus stands in the toast.
      if (list.length === 0 || (!inside && pagePopups.size() > 0)) return
      event.preventDefault()
      event.stopPropagation()
      const own = document.activeElement?.closest('[data-toast]')?.getAttribute('data-toast')
      if (inside && own) toasts.close(Number(own))
      else toasts.closeNewest()
      if (inside) giveBack(comeFrom.current)
    }
    if (event.key === 'F6' && list.length > 0) {
      event.preventDefault()
      if (inside) return giveBack(comeFrom.current)
      comeFrom.current = document.activeElement
      region.current?.querySelector<HTMLElement>('[data-toast]:last-child button')?.focus()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
  return (
    // The attribute keeps the region alive, pressable and announced while a modal makes the rest of the page inert.
    <section ref={region} className={styles['region']} aria-label={strings.notifications} data-x-part="toast-region" data-react-aria-top-layer="true">
      <ol className={styles['list']} aria-live="polite" aria-relevant="additions text">
        {list.map((toast) => (
          <ToastItem key={toast.id} toast={toast} toasts={toasts} />
        ))}
      </ol>
    </section>
  )
}

function giveBack(element: Element | null) {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}

function ToastItem({ toast, toasts }: { readonly toast: Toast; readonly toasts: ToastQueue }) {
  const strings = useUiStrings()
  const { id, kind, action } = toast
  const urgent = politeness(kind) === 'assertive'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only stops the clock
    <li
      className={styles['toast']}
      data-x-part="toast"
      data-toast={id}
      data-kind={kind}
      // An urgent text is a live region of its own; within the polite list it would be read twice.
      aria-live={urgent ? 'off' : undefined}
      // U4: a finger leaves no hover behind, so only the mouse holds a toast.
      onPointerEnter={(event) => event.pointerType === 'mouse' && toasts.hold(id, 'hover')}
      onPointerLeave={() => toasts.release(id, 'hover')}
      onFocus={() => toasts.hold(id, 'focus')}
      onBlur={() => toasts.release(id, 'focus')}
    >
      <ToastIcon kind={kind} />
      <div className={styles['text']} role={urgent ? 'alert' : undefined}>
        <VisuallyHidden>{strings[kind]} </VisuallyHidden>
        {toast.text}
      </div>
      {action ? (
        <Button
          size="small"
          onClick={() => {
            action.run()
            toasts.close(id)
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton size="mini" icon={<Icon of={X} />} label={strings.close} onClick={() => toasts.close(id)} />
    </li>
  )
}

function ToastIcon({ kind }: { readonly kind: ToastKind }) {
  if (kind === 'loading') return <span aria-hidden="true" className={styles['icon']}><Spinner /></span>
  return <Icon of={icons[kind]} className={styles['icon']} />
}
