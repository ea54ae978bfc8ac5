import { useStore } from '@x/kit/react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { classNames } from '../classNames.ts'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { politeness } from '../toast/toToast.ts'
import { NoticeRegion, noticeProps } from '../toast/NoticeRegion.tsx'
import { NoticeIcon } from '../toast/ToastRegion.tsx'
import toast from '../toast/toast.module.css'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import type { WidgetProps } from '../WidgetProps.ts'
import type { NotificationQueue } from './createNotificationQueue.ts'
import type { Notification } from './toNotification.ts'
import styles from './notification.module.css'

/** Props of `NotificationRegion`. */
export interface NotificationRegionProps extends WidgetProps {
  readonly notifications: NotificationQueue
}

/** Shows notifications at the top end of the page (U5). Render one per page. */
export function NotificationRegion({ notifications, className, ...rest }: NotificationRegionProps) {
  const list = useStore(notifications)
  return (
    <NoticeRegion
      {...rest}
      queue={notifications}
      part="notification-region"
      className={classNames(styles['region'], className)}
      listClassName={styles['list']}
    >
      {list.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          notifications={notifications}
        />
      ))}
    </NoticeRegion>
  )
}

function NotificationItem({
  notification,
  notifications,
}: {
  readonly notification: Notification
  readonly notifications: NotificationQueue
}) {
  const strings = useUiStrings()
  const { id, kind, title, text, action } = notification
  const urgent = politeness(kind) === 'assertive'
  return (
    <li
      {...noticeProps({ queue: notifications, id, urgent })}
      className={classNames(toast['notice'], styles['notification'])}
      data-x-part="notification"
      data-kind={kind}
    >
      <NoticeIcon kind={kind} />
      <div className={styles['words']}>
        <div role={urgent ? 'alert' : undefined}>
          <VisuallyHidden>{strings[kind]} </VisuallyHidden>
          <strong className={styles['title']} data-x-part="notification-title">
            {title}
          </strong>
          {text ? <div className={styles['text']}>{text}</div> : null}
        </div>
        {action ? (
          <Button
            size="small"
            onClick={() => {
              action.run()
              notifications.close(id)
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
      <IconButton
        size="mini"
        icon={<Shape of={CROSS} />}
        label={strings.close}
        onClick={() => notifications.close(id)}
      />
    </li>
  )
}
