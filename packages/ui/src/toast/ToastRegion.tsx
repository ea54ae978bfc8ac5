import { CircleCheck, CircleHelp, CircleX, Info, TriangleAlert } from 'lucide-react'
import { useStore } from '@x/kit/react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { classNames } from '../classNames.ts'
import { Icon } from '../icon/Icon.tsx'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import type { WidgetProps } from '../WidgetProps.ts'
import type { ToastQueue } from './createToastQueue.ts'
import { politeness, type Toast, type ToastKind } from './toToast.ts'
import { NoticeRegion, noticeProps } from './NoticeRegion.tsx'
import styles from './toast.module.css'

const icons = {
  success: CircleCheck,
  warning: TriangleAlert,
  info: Info,
  error: CircleX,
  question: CircleHelp,
} as const

/** Props of `ToastRegion`. */
export interface ToastRegionProps extends WidgetProps {
  readonly toasts: ToastQueue
}

/** Shows toasts. Render one per page; F6 moves the focus to the newest toast and back. */
export function ToastRegion({ toasts, className, ...rest }: ToastRegionProps) {
  const list = useStore(toasts)
  return (
    <NoticeRegion
      {...rest}
      queue={toasts}
      part="toast-region"
      className={classNames(styles['top'], className)}
      listClassName={styles['list']}
    >
      {list.map((toast) => (
        <ToastItem key={toast.id} toast={toast} toasts={toasts} />
      ))}
    </NoticeRegion>
  )
}

function ToastItem({ toast, toasts }: { readonly toast: Toast; readonly toasts: ToastQueue }) {
  const strings = useUiStrings()
  const { id, kind, action } = toast
  const urgent = politeness(kind) === 'assertive'
  return (
    <li
      {...noticeProps({ queue: toasts, id, urgent })}
      className={classNames(styles['notice'], styles['toast'])}
      data-x-part="toast"
      data-toast={id}
      data-kind={kind}
    >
      <NoticeIcon kind={kind} />
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
      <IconButton
        size="mini"
        icon={<Shape of={CROSS} />}
        label={strings.close}
        onClick={() => toasts.close(id)}
      />
    </li>
  )
}

/** The icon of a kind. */
export function NoticeIcon({ kind }: { readonly kind: ToastKind }) {
  if (kind === 'loading')
    return (
      <span aria-hidden="true" className={styles['icon']}>
        <Spinner />
      </span>
    )
  return <Icon of={icons[kind]} className={styles['icon']} />
}
