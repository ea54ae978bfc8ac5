import { createNotificationQueue, NotificationRegion } from '@x/ui/notification'
import { useEffect, useState } from 'react'
import { useGo, usePagePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useFillNotices } from './useFillNotices.ts'

const RECORDS = '/record/exchange'

/**
 * Orders that trade while another page than the terminal is shown: each a notification, with the
 * way to the records.
 */
export default function FillWatch() {
  const t = useMessages()
  const go = useGo()
  const page = usePagePath()
  const { clock, visibility } = useServices()
  const [notifications] = useState(() => createNotificationQueue({ clock, visibility }))
  const action =
    page === RECORDS ? {} : { action: { label: t('shell.orders'), run: () => go(RECORDS) } }
  useFillNotices({
    show: ({ pair, text }) =>
      notifications.show({ kind: 'success', title: <bdi>{pair}</bdi>, text, ...action }),
  })
  useEffect(() => notifications.closeAll, [notifications])
  return <NotificationRegion notifications={notifications} />
}
