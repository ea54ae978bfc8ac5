export {
  createNotificationQueue,
  type NotificationQueue,
} from '../notification/createNotificationQueue.ts'
export {
  NotificationRegion,
  type NotificationRegionProps,
} from '../notification/NotificationRegion.tsx'
export {
  NOTIFICATION_DURATION,
  NOTIFICATION_GAP,
  type Notification,
  type NotificationKind,
  type NotificationOptions,
} from '../notification/toNotification.ts'
